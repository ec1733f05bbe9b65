/**
 * The session cookie is not readable here. With a page the server says when there is none, so that a visitor's
 * page need not ask. Without the hint nothing is known, and the question is asked.
 */
const HINT = 'desk-visitor=1';

export const isKnownVisitor = (): boolean => document.cookie.split('; ').includes(HINT);

/** After a sign-in without a new page. */
export function forgetVisitorHint(): void {
  document.cookie = 'desk-visitor=; Path=/; Max-Age=0; SameSite=Lax';
}
