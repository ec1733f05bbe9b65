/**
 * Scripts cannot read the session cookie, so the server sets this one on pages served without a session. It saves
 * signed-out visitors the current-user request. Without it, nothing is known and the request is made.
 */
const HINT = 'desk-visitor=1';

export const isKnownVisitor = (): boolean => document.cookie.split('; ').includes(HINT);

/** Call after a sign-in without a page load. */
export function forgetVisitorHint(): void {
  document.cookie = 'desk-visitor=; Path=/; Max-Age=0; SameSite=Lax';
}
