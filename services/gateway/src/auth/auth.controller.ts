import { CommandClient } from '@desk/bullmq-transport';
import {
  completeSignIn,
  confirmEmail,
  type CurrentUser,
  endAllSessions,
  reauthenticate,
  registerUser,
  type ResponseOf,
  routes,
  signIn,
  signInWithPasskey,
  signOut,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import type { Response } from 'express';
import { BuyerSettingsService } from '../buyers/buyer-settings.service.js';
import { done, type Success } from '../http/forward-routes.js';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../http/handle-route.js';
import { SessionCookie } from './session-cookie.js';

/** What begins, replaces or ends the session of this browser. */
@Controller()
export class AuthController {
  constructor(
    private readonly commands: CommandClient,
    private readonly cookie: SessionCookie,
    private readonly settings: BuyerSettingsService,
  ) {}

  @HandleRoute(routes.getCurrentUser)
  getCurrentUser({ user }: RouteInput<'getCurrentUser'>): Promise<CurrentUser> {
    return this.settings.withCurrentSettings(user);
  }

  @HandleRoute(routes.register)
  async register(input: RouteInput<'register'>): Promise<RouteAnswer<'register'>> {
    const { body, caller, request, response } = input;
    const { confirmPassword: _, ...registration } = body;
    const registering = { ...registration, caller, ...this.cookie.readReplacedSid(request) };
    const { user, session } = await this.commands.send(registerUser, registering);
    this.cookie.set(response, session);
    return { user };
  }

  @HandleRoute(routes.signIn)
  async signIn({ body, caller, request, response }: RouteInput<'signIn'>): Promise<RouteAnswer<'signIn'>> {
    const signingIn = { ...body, caller, ...this.cookie.readReplacedSid(request) };
    const { user, session, secondFactor } = await this.commands.send(signIn, signingIn);
    if (!user || !session) return { secondFactor, user: undefined };
    return { ...(await this.begin(response, { user, session })), secondFactor: undefined };
  }

  @HandleRoute(routes.completeSignIn)
  async completeSignIn(input: RouteInput<'completeSignIn'>): Promise<RouteAnswer<'completeSignIn'>> {
    const { body, caller, request, response } = input;
    const proof = { ...body, caller, ...this.cookie.readReplacedSid(request) };
    return this.begin(response, await this.commands.send(completeSignIn, proof));
  }

  @HandleRoute(routes.signInWithPasskey)
  async signInWithPasskey(input: RouteInput<'signInWithPasskey'>): Promise<RouteAnswer<'signInWithPasskey'>> {
    const { body, caller, request, response } = input;
    const proof = { ...body, caller, ...this.cookie.readReplacedSid(request) };
    return this.begin(response, await this.commands.send(signInWithPasskey, proof));
  }

  @HandleRoute(routes.reauthenticate)
  async reauthenticate(input: RouteInput<'reauthenticate'>): Promise<Success> {
    const { body, sid, user, caller, response } = input;
    const request = { ...body, userId: user.id, sid, caller };
    const { session } = await this.commands.send(reauthenticate, request);
    this.cookie.set(response, session);
    return done();
  }

  /** Succeeds without a session too. */
  @HandleRoute(routes.signOut)
  async signOut({ request, response, caller }: RouteInput<'signOut'>): Promise<Success> {
    const sid = this.cookie.readSid(request);
    if (sid !== null) await this.commands.send(signOut, { sid, caller });
    this.cookie.clear(response);
    return done();
  }

  @HandleRoute(routes.endAllSessions)
  async endAllSessions(input: RouteInput<'endAllSessions'>): Promise<RouteAnswer<'endAllSessions'>> {
    const { user, caller, response } = input;
    const answer = await this.commands.send(endAllSessions, { userId: user.id, caller });
    this.cookie.clear(response);
    return answer;
  }

  @HandleRoute(routes.confirmEmail)
  async confirmEmail({ request, body, caller }: RouteInput<'confirmEmail'>): Promise<Success> {
    const sid = this.cookie.readSid(request);
    await this.commands.send(confirmEmail, { token: body.token, sid, caller });
    return done();
  }

  private async begin(
    response: Response,
    { user, session }: ResponseOf<typeof completeSignIn>,
  ): Promise<RouteAnswer<'completeSignIn'>> {
    this.cookie.set(response, session);
    return { user: await this.settings.withCurrentSettings(user) };
  }
}
