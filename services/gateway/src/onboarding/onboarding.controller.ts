import { CommandClient } from '@desk/bullmq-transport';
import {
  availableAnswer,
  beginPayment,
  checkEmail,
  checkEmailSchema,
  clientSecretAnswer,
  completeAnswer,
  completeSchema,
  completeSignUp,
  type CurrentUser,
  type Draft,
  draftSchema,
  getDraft,
  resumeDraftSchema,
  saveDraft,
  saveStepBody,
  sessionIdAnswer,
  setupPaymentSchema,
} from '@desk/contracts';
import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { InferType } from 'yup';
import { Access } from '../auth/access.js';
import { SessionCookie } from '../auth/session-cookie.js';
import { type Caller, FromCaller } from '../auth/signed-in.js';
import { Documented } from '../openapi/documented.js';
import { ValidBody } from '../http/valid.js';
import { readStep } from './read-step.js';

@Controller('api')
@Access('public')
export class OnboardingController {
  constructor(
    private readonly commands: CommandClient,
    private readonly cookie: SessionCookie,
  ) {}

  @Post('get-started/save')
  @Documented({
    summary: 'Keep one step of a sign-up',
    body: saveStepBody,
    answer: sessionIdAnswer,
    errors: ['DRAFT_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  })
  @HttpCode(200)
  save(@Body() body: unknown, @FromCaller() caller: Caller): Promise<{ sessionId: string }> {
    return this.commands.send(saveDraft, { ...readStep(body), caller });
  }

  @Post('get-started/resume')
  @Documented({
    summary: 'Go on with a sign-up',
    answer: draftSchema,
    errors: ['DRAFT_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  })
  @HttpCode(200)
  resume(
    @ValidBody(resumeDraftSchema) { sessionId }: InferType<typeof resumeDraftSchema>,
    @FromCaller() caller: Caller,
  ): Promise<Draft> {
    return this.commands.send(getDraft, { sessionId, caller });
  }

  @Post('check-email')
  @Documented({
    summary: 'Whether an address is free',
    answer: availableAnswer,
    errors: ['TOO_MANY_REQUESTS'],
  })
  @HttpCode(200)
  checkEmail(
    @ValidBody(checkEmailSchema) { email }: InferType<typeof checkEmailSchema>,
    @FromCaller() caller: Caller,
  ): Promise<{ available: boolean }> {
    return this.commands.send(checkEmail, { email, caller });
  }

  @Post('get-started/setup-payment')
  @Documented({
    summary: 'Begin saving the card of a sign-up',
    answer: clientSecretAnswer,
    errors: ['DRAFT_NOT_FOUND', 'EMAIL_TAKEN', 'TOO_MANY_REQUESTS'],
  })
  @HttpCode(200)
  setupPayment(
    @ValidBody(setupPaymentSchema) body: InferType<typeof setupPaymentSchema>,
    @FromCaller() caller: Caller,
  ): Promise<{ clientSecret: string }> {
    return this.commands.send(beginPayment, { ...body, caller });
  }

  @Post('get-started/complete')
  @Documented({
    summary: 'Make the account of a sign-up; signs in',
    answer: completeAnswer,
    errors: completeSignUp.errors,
  })
  @HttpCode(200)
  async complete(
    @ValidBody(completeSchema) body: InferType<typeof completeSchema>,
    @FromCaller() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ success: true; user: CurrentUser }> {
    const { user, session } = await this.commands.send(completeSignUp, { ...body, caller });
    this.cookie.set(response, session);
    return { success: true, user };
  }
}
