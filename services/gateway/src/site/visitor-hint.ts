import type { Request, Response } from 'express';

/** Readable by scripts, so neither secret nor proof. It only means that this browser has no session cookie. */
const COOKIE = 'desk-visitor';
/** Browsers accept this prefix only over https, from this host and for all its paths. */
const SECURE_COOKIE = `__Host-${COOKIE}`;

/** Lets a visitor's page skip the request for the signed-in user. Sets the cookie only when it changes. */
export function setVisitorHint(request: Request, response: Response, isSignedIn: boolean): void {
  const cookies = request.cookies as Readonly<Record<string, unknown>> | undefined;
  const name = request.secure ? SECURE_COOKIE : COOKIE;
  const hasHint = cookies?.[name] === '1';
  if (isSignedIn === !hasHint) return;
  const options = { path: '/', sameSite: 'lax', secure: request.secure } as const;
  if (isSignedIn) response.clearCookie(name, options);
  else response.cookie(name, '1', options);
}
