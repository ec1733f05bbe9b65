import { HandleCommand } from '@desk/bullmq-transport';
import { type RequestOf, resolveSession, type ResponseOf, signOut } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { SessionsService } from './sessions.service.js';

@Controller()
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @HandleCommand(resolveSession)
  async resolve({ sid }: RequestOf<typeof resolveSession>): Promise<ResponseOf<typeof resolveSession>> {
    return { user: await this.sessions.resolve(sid) };
  }

  @HandleCommand(signOut)
  async signOut({ sid, client }: RequestOf<typeof signOut>): Promise<ResponseOf<typeof signOut>> {
    await this.sessions.end(sid, client);
    return {};
  }
}
