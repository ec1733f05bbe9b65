/**
 * Scripts cannot read the session cookie, so the server sets this one on pages served without a session. It saves
 * signed-out visitors the current-user request. Without it, nothing is known and the request is made.
 */
const getName = (): string => (location.protocol === 'https:' ? '__Host-desk-visitor' : 'desk-visitor');

export const isKnownVisitor = (): boolean => document.cookie.split('; ').includes(`${getName()}=1`);

/** Call after a sign-in without a page load. */
export function forgetVisitorHint(): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${getName()}=; Path=/; Max-Age=0; SameSite=Lax${secure}`;
}
