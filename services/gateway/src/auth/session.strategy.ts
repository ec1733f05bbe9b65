import { CommandClient } from '@desk/bullmq-transport';
import { DomainError, resolveSession, uuid } from '@desk/contracts';
import { InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-jwt';
import type { GatewayEnv } from '../env.js';
import type { SignedIn } from '../http/identity.js';
import { SessionCookie } from './session-cookie.js';
import { sessionKey, TOKEN_AUDIENCE, TOKEN_ISSUER, TOKEN_TYPE, tokenType } from './session-token.js';

const sidSchema = uuid();
const notExtending = new WeakSet<Request>();

/** Keeps this request from counting as use of its session. */
export const doNotExtendSession = (request: Request): void => {
  notExtending.add(request);
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

  /** Never cached, so that ending a session takes effect with its next request. */
  async validate(request: Request, { sid }: { sid?: unknown }): Promise<SignedIn> {
    if (!sidSchema.isValidSync(sid, { strict: true })) throw new DomainError('UNAUTHENTICATED');
    const { user } = await this.commands.send(resolveSession, {
      sid,
      ...(notExtending.has(request) ? { passive: true } : {}),
    });
    if (!user) throw new DomainError('UNAUTHENTICATED');
    return { sid, user };
  }
}
