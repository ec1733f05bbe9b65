import { CommandClient } from '@desk/bullmq-transport';
import { administerUser, listUsers, routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { BuyerSettingsService } from '../buyers/buyer-settings.service.js';
import { byAdmin, forward, forwardRoutes } from '../http/forward-routes.js';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../http/handle-route.js';
import { success, type Success } from '../http/success.js';
import { readPage, setTotal } from '../http/paging.js';
import { assertAgent } from './assert-agent.js';
import { UserPageService } from './user-page.service.js';

export const UserRoutes = forwardRoutes([forward('administerUser', administerUser, byAdmin)]);

@Controller()
export class AdminUsersController {
  constructor(
    private readonly commands: CommandClient,
    private readonly pages: UserPageService,
    private readonly settings: BuyerSettingsService,
  ) {}

  @HandleRoute(routes.listUsers)
  async list({ query, user, response }: RouteInput<'listUsers'>): Promise<RouteAnswer<'listUsers'>> {
    const page = readPage(query);
    const search = query.search ?? null;
    const sort = query.sort === undefined ? {} : { sort: query.sort };
    const request = { ...page, actorId: user.id, search, ...sort };
    const { users, total } = await this.commands.send(listUsers, request);
    setTotal(response, total, page);
    return users;
  }

  @HandleRoute(routes.getUser)
  get({ params, user }: RouteInput<'getUser'>): Promise<RouteAnswer<'getUser'>> {
    return this.pages.get(params.userId, user.id);
  }

  @HandleRoute(routes.setUserService)
  async setService({ params, body, user, caller }: RouteInput<'setUserService'>): Promise<Success> {
    await assertAgent(this.commands, params.userId, user.id);
    const origin = { actorId: user.id, reason: body.reason, caller };
    await this.settings.setService(params.userId, body.serviceEnabled, origin);
    return success;
  }

  @HandleRoute(routes.setUserDailyLimit)
  async setDailyLimit({ params, body, user, caller }: RouteInput<'setUserDailyLimit'>): Promise<Success> {
    await assertAgent(this.commands, params.userId, user.id);
    const origin = { actorId: user.id, reason: body.reason, caller };
    await this.settings.setDailyLimit(params.userId, body.dailyLeadLimit, origin);
    return success;
  }
}
