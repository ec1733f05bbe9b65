import { CommandClient } from '@desk/bullmq-transport';
import {
  confirmApp,
  confirmPasskey,
  keepSecondFactor,
  listSecondFactors,
  removeSecondFactor,
  renameSecondFactor,
  replaceRecoveryCodes,
  routes,
  startAppSetup,
  startPasskeySetup,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../http/handle-route.js';
import { success, type Success } from '../http/success.js';

@Controller()
export class SecondFactorsController {
  constructor(private readonly commands: CommandClient) {}

  @HandleRoute(routes.listSecondFactors)
  list({ user }: RouteInput<'listSecondFactors'>): Promise<RouteAnswer<'listSecondFactors'>> {
    return this.commands.send(listSecondFactors, { userId: user.id });
  }

  @HandleRoute(routes.startAppSetup)
  startApp({ sid, user }: RouteInput<'startAppSetup'>): Promise<RouteAnswer<'startAppSetup'>> {
    return this.commands.send(startAppSetup, { userId: user.id, sid });
  }

  @HandleRoute(routes.confirmApp)
  confirmApp({ body, sid, user, caller }: RouteInput<'confirmApp'>): Promise<RouteAnswer<'confirmApp'>> {
    return this.commands.send(confirmApp, { ...body, userId: user.id, sid, caller });
  }

  @HandleRoute(routes.startPasskeySetup)
  startPasskey({ sid, user }: RouteInput<'startPasskeySetup'>): Promise<RouteAnswer<'startPasskeySetup'>> {
    return this.commands.send(startPasskeySetup, { userId: user.id, sid });
  }

  @HandleRoute(routes.confirmPasskey)
  confirmPasskey({
    body,
    sid,
    user,
    caller,
  }: RouteInput<'confirmPasskey'>): Promise<RouteAnswer<'confirmPasskey'>> {
    return this.commands.send(confirmPasskey, { ...body, userId: user.id, sid, caller });
  }

  @HandleRoute(routes.renameSecondFactor)
  async rename({ params, body, user, caller }: RouteInput<'renameSecondFactor'>): Promise<Success> {
    await this.commands.send(renameSecondFactor, { ...body, ...params, userId: user.id, caller });
    return success;
  }

  @HandleRoute(routes.keepSecondFactor)
  async keep({ params, sid, user, caller }: RouteInput<'keepSecondFactor'>): Promise<Success> {
    await this.commands.send(keepSecondFactor, { ...params, userId: user.id, sid, caller });
    return { success: true };
  }

  @HandleRoute(routes.removeSecondFactor)
  async remove({ params, sid, user, caller }: RouteInput<'removeSecondFactor'>): Promise<Success> {
    await this.commands.send(removeSecondFactor, { ...params, userId: user.id, sid, caller });
    return success;
  }

  @HandleRoute(routes.replaceRecoveryCodes)
  replaceRecoveryCodes({
    sid,
    user,
    caller,
  }: RouteInput<'replaceRecoveryCodes'>): Promise<RouteAnswer<'replaceRecoveryCodes'>> {
    return this.commands.send(replaceRecoveryCodes, { userId: user.id, sid, caller });
  }
}
