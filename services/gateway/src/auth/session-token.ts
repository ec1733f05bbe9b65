/** Checked on every token, so that a token signed for another purpose is not accepted as a session. */
export const TOKEN_AUDIENCE = 'annuity-desk';
export const TOKEN_ISSUER = 'annuity-desk/gateway';
export const TOKEN_TYPE = 'session+jwt';

/** Returns the `typ` and the key id of a compact JWT's header, neither of them verified. */
export function tokenHeader(token: string): { readonly typ?: unknown; readonly kid?: unknown } {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
    return typeof header === 'object' && header !== null ? header : {};
  } catch {
    return {};
  }
}
