import { HandleCommand } from '@desk/bullmq-transport';
import {
  endAllSessions,
  endOtherSessions,
  endSession,
  listSessions,
  type RequestOf,
  resolveSession,
  signOut,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { SessionsService } from './sessions.service.js';

@Controller()
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @HandleCommand(resolveSession)
  resolve({ sid, passive }: RequestOf<typeof resolveSession>) {
    return this.sessions.resolve(sid, passive);
  }

  @HandleCommand(signOut)
  async signOut({ sid, caller }: RequestOf<typeof signOut>) {
    await this.sessions.end(sid, caller);
    return {};
  }

  @HandleCommand(listSessions)
  async list({ userId, sid }: RequestOf<typeof listSessions>) {
    return { sessions: await this.sessions.list(userId, sid) };
  }

  @HandleCommand(endOtherSessions)
  async endOthers({ userId, sid, caller }: RequestOf<typeof endOtherSessions>) {
    return { ended: await this.sessions.endAll(userId, sid, caller) };
  }

  @HandleCommand(endSession)
  async endOne({ userId, sid, id, caller }: RequestOf<typeof endSession>) {
    return { ended: await this.sessions.endOther(userId, sid, id, caller) };
  }

  @HandleCommand(endAllSessions)
  async endAll({ userId, caller }: RequestOf<typeof endAllSessions>) {
    return { ended: await this.sessions.endAll(userId, null, caller) };
  }
}
