import { createSecretKey } from 'node:crypto';

/** Checked on every token, so that a token signed for another purpose is not accepted as a session. */
export const TOKEN_AUDIENCE = 'annuity-desk';
export const TOKEN_ISSUER = 'annuity-desk/gateway';
export const TOKEN_TYPE = 'session+jwt';

/**
 * The key that signs and verifies tokens. Given text, the library would on each call first try to parse it as a
 * private or public key. It accepts a KeyObject, although its types do not say so.
 */
export const sessionKey = (secret: string): Buffer => createSecretKey(secret, 'utf8') as unknown as Buffer;

/** Returns the `typ` of a compact JWT's header; undefined if the header is unreadable. */
export function tokenType(token: string): unknown {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
    return (header as { typ?: unknown } | null)?.typ;
  } catch {
    return undefined;
  }
}
