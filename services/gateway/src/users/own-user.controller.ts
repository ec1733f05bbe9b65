import { CommandClient } from '@desk/bullmq-transport';
import { changeProfile, type CurrentUser, resendConfirmation, routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { BuyerSettingsService } from '../buyers/buyer-settings.service.js';
import { done, forward, forwardRoutes, ofUser, type Success } from '../http/forward-routes.js';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';

export const OwnUserRoutes = forwardRoutes([forward('resendConfirmation', resendConfirmation, ofUser, done)]);

@Controller()
export class UserController {
  constructor(
    private readonly commands: CommandClient,
    private readonly settings: BuyerSettingsService,
  ) {}

  @HandleRoute(routes.setService)
  async setService({ body, user, caller }: RouteInput<'setService'>): Promise<Success> {
    await this.settings.setService(user.id, body.serviceEnabled, { caller });
    return done();
  }

  @HandleRoute(routes.setDailyLimit)
  async setDailyLimit({ body, user, caller }: RouteInput<'setDailyLimit'>): Promise<Success> {
    await this.settings.setDailyLimit(user.id, body.dailyLeadLimit, { caller });
    return done();
  }

  @HandleRoute(routes.updateProfile)
  async updateProfile({ body, user, caller }: RouteInput<'updateProfile'>): Promise<CurrentUser> {
    const updated = await this.commands.send(changeProfile, { ...body, userId: user.id, caller });
    return this.settings.withCurrentSettings(updated);
  }
}
