import { CommandClient } from '@desk/bullmq-transport';
import {
  confirmEmail,
  confirmEmailSchema,
  type CurrentUser,
  currentUserSchema,
  forgotPasswordSchema,
  loginSchema,
  registerSchema,
  registerUser,
  requestPasswordReset,
  resetPassword,
  resetPasswordSchema,
  signedInAnswer,
  signIn,
  signOut,
  successAnswer,
} from '@desk/contracts';
import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { InferType } from 'yup';
import { success, type Success } from '../http/success.js';
import { Documented } from '../openapi/documented.js';
import { ValidBody } from '../http/valid.js';
import { Access } from './access.js';
import { SessionCookie } from './session-cookie.js';
import type { SignedIn } from './session.strategy.js';
import { type Caller, Current, FromCaller } from './signed-in.js';

@Controller('api/auth')
export class AuthController {
  constructor(
    private readonly commands: CommandClient,
    private readonly cookie: SessionCookie,
  ) {}

  @Get('user')
  @Documented({ summary: 'The signed-in user', answer: currentUserSchema })
  @Access('signed-in')
  user(@Current() { user }: SignedIn): CurrentUser {
    return user;
  }

  @Post('register')
  @Documented({
    summary: 'Sign up directly; signs in',
    answer: signedInAnswer,
    errors: ['EMAIL_TAKEN', 'COMMON_PASSWORD', 'TOO_MANY_REQUESTS'],
  })
  @Access('public')
  async register(
    @ValidBody(registerSchema) body: InferType<typeof registerSchema>,
    @FromCaller() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ user: CurrentUser }> {
    const { confirmPassword: _, ...person } = body;
    const { user, session } = await this.commands.send(registerUser, { ...person, caller });
    this.cookie.set(response, session);
    return { user };
  }

  @Post('login')
  @Documented({
    summary: 'Sign in',
    answer: signedInAnswer,
    errors: ['INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS'],
  })
  @HttpCode(200)
  @Access('public')
  async login(
    @ValidBody(loginSchema) body: InferType<typeof loginSchema>,
    @FromCaller() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ user: CurrentUser }> {
    const { user, session } = await this.commands.send(signIn, { ...body, caller });
    this.cookie.set(response, session);
    return { user };
  }

  /** Whoever is signed out already has what they ask for. */
  @Post('logout')
  @Documented({ summary: 'Sign out', answer: successAnswer })
  @HttpCode(200)
  @Access('public')
  async logout(
    @Req() request: Request,
    @FromCaller() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success> {
    const sid = this.cookie.readSid(request);
    if (sid !== null) await this.commands.send(signOut, { sid, caller });
    this.cookie.clear(response);
    return success;
  }

  /** The same answer for every address. */
  @Post('forgot-password')
  @Documented({
    summary: 'Ask for a link to set a new password',
    answer: successAnswer,
    errors: ['TOO_MANY_REQUESTS'],
  })
  @HttpCode(200)
  @Access('public')
  async forgotPassword(
    @ValidBody(forgotPasswordSchema) { email }: InferType<typeof forgotPasswordSchema>,
    @FromCaller() caller: Caller,
  ): Promise<Success> {
    await this.commands.send(requestPasswordReset, { email, caller });
    return success;
  }

  @Post('reset-password')
  @Documented({
    summary: 'Set a new password with the token of a mailed link',
    answer: successAnswer,
    errors: ['LINK_EXPIRED', 'COMMON_PASSWORD', 'TOO_MANY_REQUESTS'],
  })
  @HttpCode(200)
  @Access('public')
  async resetPassword(
    @ValidBody(resetPasswordSchema) { token, password }: InferType<typeof resetPasswordSchema>,
    @FromCaller() caller: Caller,
  ): Promise<Success> {
    await this.commands.send(resetPassword, { token, password, caller });
    return success;
  }

  @Post('confirm-email')
  @Documented({
    summary: 'Confirm a new e-mail address with the token of a mailed link',
    answer: successAnswer,
    errors: ['LINK_EXPIRED', 'EMAIL_TAKEN', 'TOO_MANY_REQUESTS'],
  })
  @HttpCode(200)
  @Access('public')
  async confirmEmail(
    @ValidBody(confirmEmailSchema) { token }: InferType<typeof confirmEmailSchema>,
    @FromCaller() caller: Caller,
  ): Promise<Success> {
    await this.commands.send(confirmEmail, { token, caller });
    return success;
  }
}
