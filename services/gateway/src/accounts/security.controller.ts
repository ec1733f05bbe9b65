import { CommandClient } from '@desk/bullmq-transport';
import {
  changePassword,
  endAllSessions,
  endOtherSessions,
  endSession,
  listSessions,
  routes,
  type UserSession,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../http/handle-route.js';
import { success, type Success } from '../http/success.js';
import { SessionCookie } from '../auth/session-cookie.js';

@Controller()
export class SecurityController {
  constructor(
    private readonly commands: CommandClient,
    private readonly cookie: SessionCookie,
  ) {}

  @HandleRoute(routes.listSessions)
  async listSessions({ sid, user }: RouteInput<'listSessions'>): Promise<UserSession[]> {
    const { sessions } = await this.commands.send(listSessions, { userId: user.id, sid });
    return sessions;
  }

  @HandleRoute(routes.endOtherSessions)
  endOtherSessions({
    sid,
    user,
    caller,
  }: RouteInput<'endOtherSessions'>): Promise<RouteAnswer<'endOtherSessions'>> {
    return this.commands.send(endOtherSessions, { userId: user.id, sid, caller });
  }

  @HandleRoute(routes.endSession)
  endSession({ body, sid, user, caller }: RouteInput<'endSession'>): Promise<RouteAnswer<'endSession'>> {
    return this.commands.send(endSession, { userId: user.id, sid, id: body.id, caller });
  }

  @HandleRoute(routes.endAllSessions)
  async endAllSessions({
    user,
    caller,
    response,
  }: RouteInput<'endAllSessions'>): Promise<RouteAnswer<'endAllSessions'>> {
    const answer = await this.commands.send(endAllSessions, { userId: user.id, caller });
    this.cookie.clear(response);
    return answer;
  }

  @HandleRoute(routes.changePassword)
  async changePassword({ body, sid, user, caller }: RouteInput<'changePassword'>): Promise<Success> {
    const { currentPassword, password } = body;
    await this.commands.send(changePassword, { userId: user.id, sid, currentPassword, password, caller });
    return success;
  }
}
