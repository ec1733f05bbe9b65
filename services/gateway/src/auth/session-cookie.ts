import { InjectEnv, type SettingsOf, type siteSettings } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { CookieOptions, Request, Response } from 'express';
import { SessionKeys, TOKEN_AUDIENCE, TOKEN_ISSUER, TOKEN_TYPE } from './session-keys.js';

/** The signed cookie that holds a session's id. It grants nothing without the session's row in accounts. */
@Injectable()
export class SessionCookie {
  readonly name: string;
  private readonly options: CookieOptions;

  constructor(
    private readonly jwt: JwtService,
    private readonly keys: SessionKeys,
    @InjectEnv() env: SettingsOf<typeof siteSettings>,
  ) {
    const secure = env.PUBLIC_URL.startsWith('https:');
    // Browsers accept this prefix only over https, with Secure, Path=/ and no Domain.
    this.name = secure ? '__Host-desk-session' : 'desk-session';
    this.options = { httpOnly: true, sameSite: 'lax', path: '/', secure };
  }

  read(request: Request): string | null {
    const value: unknown = (request.cookies as Record<string, unknown> | undefined)?.[this.name];
    return typeof value === 'string' ? value : null;
  }

  /** Returns the session id from a validly signed cookie. The session may have ended. */
  readSid(request: Request): string | null {
    const token = this.read(request);
    const secret = token === null ? undefined : this.keys.find(token);
    if (token === null || !secret) return null;
    try {
      const { sid } = this.jwt.verify<{ sid?: unknown }>(token, {
        secret,
        algorithms: ['HS256'],
        audience: TOKEN_AUDIENCE,
        issuer: TOKEN_ISSUER,
      });
      return typeof sid === 'string' ? sid : null;
    } catch {
      return null;
    }
  }

  /** Returns what a sign-in passes on to accounts, so that its session replaces the one that the request came with. */
  readReplacedSid(request: Request): { replacedSid?: string } {
    const sid = this.readSid(request);
    return sid === null ? {} : { replacedSid: sid };
  }

  set(response: Response, session: { sid: string; expiresAt: string }): void {
    const expires = new Date(session.expiresAt);
    const { id, key } = this.keys.signing;
    const token = this.jwt.sign(
      { sid: session.sid },
      {
        secret: key,
        algorithm: 'HS256',
        header: { alg: 'HS256', typ: TOKEN_TYPE, kid: id },
        audience: TOKEN_AUDIENCE,
        issuer: TOKEN_ISSUER,
        expiresIn: Math.floor((expires.getTime() - Date.now()) / 1_000),
      },
    );
    response.cookie(this.name, token, { ...this.options, expires });
  }

  clear(response: Response): void {
    response.clearCookie(this.name, this.options);
  }
}
