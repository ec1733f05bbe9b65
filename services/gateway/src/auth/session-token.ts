import { createSecretKey } from 'node:crypto';

/** Checked on every token, so that one signed for anything else is not taken for a session. */
export const TOKEN_AUDIENCE = 'annuity-desk';
export const TOKEN_ISSUER = 'annuity-desk/gateway';
export const TOKEN_TYPE = 'session+jwt';

/**
 * What signs and verifies, to be made once: of a text the library would first try, each time, whether it is a private
 * or a public key. It takes such a key; only its types do not say so.
 */
export const sessionKey = (secret: string): Buffer => createSecretKey(secret, 'utf8') as unknown as Buffer;

/** The `typ` of a compact JWT's header; undefined when it cannot be read. */
export function tokenType(token: string): unknown {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
    return (header as { typ?: unknown } | null)?.typ;
  } catch {
    return undefined;
  }
}
