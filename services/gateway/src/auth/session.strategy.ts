import { CommandClient } from '@desk/bullmq-transport';
import { DomainError, resolveSession, uuid } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-jwt';
import type { SignedIn } from '../http/identity.js';
import { SessionCookie } from './session-cookie.js';
import { SessionKeys, TOKEN_AUDIENCE, TOKEN_ISSUER } from './session-keys.js';

const sidSchema = uuid();
const passiveRequests = new WeakSet<Request>();

/** Keeps this request from counting as use of its session. */
export const doNotExtendSession = (request: Request): void => {
  passiveRequests.add(request);
};

@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, 'session') {
  constructor(
    private readonly commands: CommandClient,
    cookie: SessionCookie,
    keys: SessionKeys,
  ) {
    super({
      jwtFromRequest: (request: Request) => cookie.read(request),
      secretOrKeyProvider: (
        _request: Request,
        token: string,
        done: (error: unknown, key?: Buffer) => void,
      ) => {
        const key = keys.find(token);
        if (key) done(null, key);
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
    const { user, recentlyAuthenticated, recoveryVersion } = await this.commands.send(resolveSession, {
      sid,
      passive: passiveRequests.has(request),
    });
    if (!user) throw new DomainError('UNAUTHENTICATED');
    const isEmailConfirmed = user.emailConfirmation === undefined;
    return { sid, user, recentlyAuthenticated, ownership: { recoveryVersion, isEmailConfirmed } };
  }
}
