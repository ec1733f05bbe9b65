import { CommandClient } from '@desk/bullmq-transport';
import {
  changeDailyLimit,
  changeProfile,
  changeService,
  type CurrentUser,
  currentUserSchema,
  dailyLimitSchema,
  profileSchema,
  serviceToggleSchema,
  successAnswer,
} from '@desk/contracts';
import { Controller, Patch } from '@nestjs/common';
import type { InferType } from 'yup';
import { Access } from '../auth/access.js';
import type { SignedIn } from '../auth/session.strategy.js';
import { type Caller, Current, FromCaller } from '../auth/signed-in.js';
import { success, type Success } from '../http/success.js';
import { Documented } from '../openapi/documented.js';
import { ValidBody } from '../http/valid.js';

@Controller('api/user')
@Access('signed-in')
export class UserController {
  constructor(private readonly commands: CommandClient) {}

  @Patch('service-toggle')
  @Documented({ summary: 'Pause or resume service', answer: successAnswer, errors: ['USER_NOT_FOUND'] })
  async toggleService(
    @ValidBody(serviceToggleSchema) { serviceEnabled }: InferType<typeof serviceToggleSchema>,
    @Current() { user }: SignedIn,
    @FromCaller() caller: Caller,
  ): Promise<Success> {
    await this.commands.send(changeService, { userId: user.id, serviceEnabled, caller });
    return success;
  }

  @Patch('daily-limit')
  @Documented({ summary: 'Set the daily lead limit', answer: successAnswer, errors: ['USER_NOT_FOUND'] })
  async setDailyLimit(
    @ValidBody(dailyLimitSchema) { dailyLeadLimit }: InferType<typeof dailyLimitSchema>,
    @Current() { user }: SignedIn,
    @FromCaller() caller: Caller,
  ): Promise<Success> {
    await this.commands.send(changeDailyLimit, { userId: user.id, dailyLeadLimit, caller });
    return success;
  }

  @Patch('profile')
  @Documented({
    summary: 'Change the profile; a new e-mail address waits for its confirmation',
    answer: currentUserSchema,
    errors: ['EMAIL_TAKEN', 'TOO_MANY_REQUESTS', 'USER_NOT_FOUND'],
  })
  changeProfile(
    @ValidBody(profileSchema) body: InferType<typeof profileSchema>,
    @Current() { user }: SignedIn,
    @FromCaller() caller: Caller,
  ): Promise<CurrentUser> {
    return this.commands.send(changeProfile, { ...body, userId: user.id, caller });
  }
}
