import { CommandClient } from '@desk/bullmq-transport';
import {
  completeSignIn,
  reauthenticate,
  type ResponseOf,
  routes,
  signInWithPasskey,
  startPasskeySignIn,
  startReauthentication,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import type { Response } from 'express';
import { BuyerSettingsService } from '../buyers/buyer-settings.service.js';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../http/handle-route.js';
import { success, type Success } from '../http/success.js';
import { SessionCookie } from './session-cookie.js';

@Controller()
export class SecondFactorSignInController {
  constructor(
    private readonly commands: CommandClient,
    private readonly cookie: SessionCookie,
    private readonly settings: BuyerSettingsService,
  ) {}

  @HandleRoute(routes.completeSignIn)
  async complete({
    body,
    caller,
    request,
    response,
  }: RouteInput<'completeSignIn'>): Promise<RouteAnswer<'completeSignIn'>> {
    const replaced = this.cookie.readReplacedSid(request);
    return this.signIn(response, await this.commands.send(completeSignIn, { ...body, caller, ...replaced }));
  }

  @HandleRoute(routes.startPasskeySignIn)
  startPasskey({ caller }: RouteInput<'startPasskeySignIn'>): Promise<RouteAnswer<'startPasskeySignIn'>> {
    return this.commands.send(startPasskeySignIn, { caller });
  }

  @HandleRoute(routes.signInWithPasskey)
  async signInWithPasskey({
    body,
    caller,
    request,
    response,
  }: RouteInput<'signInWithPasskey'>): Promise<RouteAnswer<'signInWithPasskey'>> {
    const replaced = this.cookie.readReplacedSid(request);
    return this.signIn(
      response,
      await this.commands.send(signInWithPasskey, { ...body, caller, ...replaced }),
    );
  }

  @HandleRoute(routes.startReauthentication)
  startReauthentication({
    sid,
    user,
  }: RouteInput<'startReauthentication'>): Promise<RouteAnswer<'startReauthentication'>> {
    return this.commands.send(startReauthentication, { userId: user.id, sid });
  }

  @HandleRoute(routes.reauthenticate)
  async reauthenticate({
    body,
    sid,
    user,
    caller,
    response,
  }: RouteInput<'reauthenticate'>): Promise<Success> {
    const request = { ...body, userId: user.id, sid, caller };
    const { session } = await this.commands.send(reauthenticate, request);
    this.cookie.set(response, session);
    return success;
  }

  private async signIn(
    response: Response,
    { user, session }: ResponseOf<typeof completeSignIn>,
  ): Promise<RouteAnswer<'completeSignIn'>> {
    this.cookie.set(response, session);
    return { user: await this.settings.withCurrentSettings(user) };
  }
}
