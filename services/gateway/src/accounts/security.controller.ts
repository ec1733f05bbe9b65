import { CommandClient } from '@desk/bullmq-transport';
import {
  changePassword,
  changePasswordSchema,
  endedSessionsAnswer,
  endOtherSessions,
  listSessions,
  nothing,
  type ResponseOf,
  sessionsAnswer,
  successAnswer,
  type UserSession,
} from '@desk/contracts';
import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import type { InferType } from 'yup';
import { Access } from '../auth/access.js';
import type { SignedIn } from '../auth/session.strategy.js';
import { type Caller, Current, FromCaller } from '../auth/signed-in.js';
import { success, type Success } from '../http/success.js';
import { ValidBody } from '../http/valid.js';
import { Documented } from '../openapi/documented.js';

@Controller('api/user')
@Access('signed-in')
export class SecurityController {
  constructor(private readonly commands: CommandClient) {}

  @Get('sessions')
  @Documented({ summary: 'Where the user is signed in', answer: sessionsAnswer })
  async list(@Current() { sid, user }: SignedIn): Promise<UserSession[]> {
    return (await this.commands.send(listSessions, { userId: user.id, sid })).sessions;
  }

  @Post('sessions/end-others')
  @Documented({ summary: 'Sign out everywhere else', answer: endedSessionsAnswer })
  @HttpCode(200)
  endOthers(
    @ValidBody(nothing()) _body: object,
    @Current() { sid, user }: SignedIn,
    @FromCaller() caller: Caller,
  ): Promise<ResponseOf<typeof endOtherSessions>> {
    return this.commands.send(endOtherSessions, { userId: user.id, sid, caller });
  }

  @Post('change-password')
  @Documented({
    summary: 'Set another password; every other session ends',
    answer: successAnswer,
    errors: ['WRONG_PASSWORD', 'COMMON_PASSWORD', 'TOO_MANY_REQUESTS', 'USER_NOT_FOUND'],
  })
  @HttpCode(200)
  async changePassword(
    @ValidBody(changePasswordSchema)
    { currentPassword, password }: InferType<typeof changePasswordSchema>,
    @Current() { sid, user }: SignedIn,
    @FromCaller() caller: Caller,
  ): Promise<Success> {
    await this.commands.send(changePassword, { userId: user.id, sid, currentPassword, password, caller });
    return success;
  }
}
