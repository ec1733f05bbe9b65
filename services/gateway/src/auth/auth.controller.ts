import { CommandClient } from '@desk/bullmq-transport';
import {
  confirmEmail,
  type CurrentUser,
  registerUser,
  requestPasswordReset,
  resetPassword,
  routes,
  signIn,
  signOut,
  undoEmailChange,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { BuyerSettingsService } from '../buyers/buyer-settings.service.js';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../http/handle-route.js';
import { success, type Success } from '../http/success.js';
import { SessionCookie } from './session-cookie.js';

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
  async register({
    body,
    caller,
    request,
    response,
  }: RouteInput<'register'>): Promise<RouteAnswer<'register'>> {
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
    this.cookie.set(response, session);
    return { user: await this.settings.withCurrentSettings(user), secondFactor: undefined };
  }

  /** Succeeds without a session too. */
  @HandleRoute(routes.signOut)
  async signOut({ request, response, caller }: RouteInput<'signOut'>): Promise<Success> {
    const sid = this.cookie.readSid(request);
    if (sid !== null) await this.commands.send(signOut, { sid, caller });
    this.cookie.clear(response);
    return success;
  }

  /** Answers every address alike, to prevent enumeration. */
  @HandleRoute(routes.requestPasswordReset)
  async requestPasswordReset({ body, caller }: RouteInput<'requestPasswordReset'>): Promise<Success> {
    await this.commands.send(requestPasswordReset, { email: body.email, caller });
    return success;
  }

  @HandleRoute(routes.resetPassword)
  async resetPassword({ body, caller }: RouteInput<'resetPassword'>): Promise<Success> {
    const { token, password, cardDigits } = body;
    await this.commands.send(resetPassword, {
      token,
      password,
      caller,
      ...(cardDigits === undefined ? {} : { cardDigits }),
    });
    return success;
  }

  @HandleRoute(routes.confirmEmail)
  async confirmEmail({ request, body, caller }: RouteInput<'confirmEmail'>): Promise<Success> {
    const sid = this.cookie.readSid(request);
    await this.commands.send(confirmEmail, { token: body.token, sid, caller });
    return success;
  }

  @HandleRoute(routes.undoEmailChange)
  async undoEmailChange({ body, caller }: RouteInput<'undoEmailChange'>): Promise<Success> {
    await this.commands.send(undoEmailChange, { token: body.token, caller });
    return success;
  }
}
