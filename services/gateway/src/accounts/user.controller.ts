import { CommandClient } from '@desk/bullmq-transport';
import { changeDailyLimit, changeProfile, changeService, type CurrentUser, routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { success, type Success } from '../http/success.js';

@Controller()
export class UserController {
  constructor(private readonly commands: CommandClient) {}

  @HandleRoute(routes.setService)
  async setService({ body, user, caller }: RouteInput<'setService'>): Promise<Success> {
    await this.commands.send(changeService, { ...body, userId: user.id, caller });
    return success;
  }

  @HandleRoute(routes.setDailyLimit)
  async setDailyLimit({ body, user, caller }: RouteInput<'setDailyLimit'>): Promise<Success> {
    await this.commands.send(changeDailyLimit, { ...body, userId: user.id, caller });
    return success;
  }

  @HandleRoute(routes.updateProfile)
  updateProfile({ body, user, caller }: RouteInput<'updateProfile'>): Promise<CurrentUser> {
    return this.commands.send(changeProfile, { ...body, userId: user.id, caller });
  }
}
