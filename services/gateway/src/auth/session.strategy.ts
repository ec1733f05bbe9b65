import { CommandClient } from '@desk/bullmq-transport';
import { type CurrentUser, DomainError, resolveSession, uuid } from '@desk/contracts';
import { InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-jwt';
import type { GatewayEnv } from '../env.js';
import { SessionCookie } from './session-cookie.js';
import { sessionKey, TOKEN_AUDIENCE, TOKEN_ISSUER, TOKEN_TYPE, tokenType } from './session-token.js';

/** Who is signed in, and by which session. */
export interface SignedIn {
  readonly sid: string;
  readonly user: CurrentUser;
}

const sidSchema = uuid();
const onlyLooking = new WeakSet<Request>();

/** This request does not count as use of its session: a page left open must not keep it alive for ever. */
export const onlyLook = (request: Request): void => {
  onlyLooking.add(request);
};

@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, 'session') {
  constructor(
    private readonly commands: CommandClient,
    cookie: SessionCookie,
    @InjectEnv() env: GatewayEnv,
  ) {
    const key = sessionKey(env.JWT_SECRET);
    super({
      jwtFromRequest: (request: Request) => cookie.read(request),
      secretOrKeyProvider: (
        _request: Request,
        token: string,
        done: (error: unknown, key?: Buffer) => void,
      ) => {
        if (tokenType(token) === TOKEN_TYPE) done(null, key);
        else done(new Error('not a session token'));
      },
      algorithms: ['HS256'],
      audience: TOKEN_AUDIENCE,
      issuer: TOKEN_ISSUER,
      passReqToCallback: true,
    });
  }

  /** Asked each time, never remembered: a session ended anywhere is ended here with the next request. */
  async validate(request: Request, { sid }: { sid?: unknown }): Promise<SignedIn> {
    if (!sidSchema.isValidSync(sid, { strict: true })) throw new DomainError('UNAUTHENTICATED');
    const { user } = await this.commands.send(resolveSession, {
      sid,
      ...(onlyLooking.has(request) ? { passive: true } : {}),
    });
    if (!user) throw new DomainError('UNAUTHENTICATED');
    return { sid, user };
  }
}
