import { CommandClient } from '@desk/bullmq-transport';
import {
  listMatchingBuyers,
  MATCHING_BUYERS_PAGE_SIZE,
  rerouteLead,
  routes,
  withdrawLead,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../../http/handle-route.js';
import { NamesService } from '../../names/names.service.js';

/** What admins do with leads that wait for a buyer. */
@Controller()
export class AdminWaitingLeadsController {
  constructor(
    private readonly commands: CommandClient,
    private readonly names: NamesService,
  ) {}

  @HandleRoute(routes.listMatchingBuyers)
  async listMatching({
    params,
    query,
  }: RouteInput<'listMatchingBuyers'>): Promise<RouteAnswer<'listMatchingBuyers'>> {
    const { buyers, next } = await this.commands.send(listMatchingBuyers, {
      ...params,
      after: query.after ?? null,
      limit: MATCHING_BUYERS_PAGE_SIZE,
    });
    const names = await this.names.users(buyers.map(({ buyerId }) => buyerId));
    return {
      buyers: buyers.map(({ buyerId: id, obstacle }) => ({ id, buyer: names.get(id) ?? null, obstacle })),
      next,
    };
  }

  @HandleRoute(routes.withdrawLead)
  async withdraw({ params, body, user, caller }: RouteInput<'withdrawLead'>): Promise<Record<string, never>> {
    await this.commands.send(withdrawLead, { ...params, ...body, actorId: user.id, caller });
    return {};
  }

  @HandleRoute(routes.rerouteLead)
  async reroute({ params, body, user, caller }: RouteInput<'rerouteLead'>): Promise<Record<string, never>> {
    await this.commands.send(rerouteLead, { ...params, ...body, actorId: user.id, caller });
    return {};
  }
}
