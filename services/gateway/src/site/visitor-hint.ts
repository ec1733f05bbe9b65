import type { Request, Response } from 'express';

/** Read by the pages, so it is no secret and no proof: only that this browser has no session cookie. */
const HINT = 'desk-visitor';

/** Spares a visitor's page the question who is signed in. The cookie is only sent when it changes. */
export function tellVisitor(request: Request, response: Response, isSignedIn: boolean): void {
  const cookies = request.cookies as Readonly<Record<string, unknown>> | undefined;
  const isToldVisitor = cookies?.[HINT] === '1';
  if (isSignedIn === !isToldVisitor) return;
  const options = { path: '/', sameSite: 'lax', secure: request.secure } as const;
  if (isSignedIn) response.clearCookie(HINT, options);
  else response.cookie(HINT, '1', options);
}
