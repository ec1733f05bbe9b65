import { createSecretKey } from 'node:crypto';
import { checkDistinctIds, splitKeyList } from '@desk/bullmq-transport';
import { InjectEnv, type SettingsOf } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { string } from 'yup';

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

const MIN_SECRET_LENGTH = 32;

/** A key that signs or verifies session tokens. `id` is the token's `kid`. */
export interface SessionKey {
  readonly id: string;
  readonly key: Buffer;
}

/**
 * Creates a KeyObject. Given text, the library would first try to parse it as a private or public key on each call. It
 * accepts a KeyObject, although its types do not say so.
 */
const toKey = (secret: string): Buffer => createSecretKey(secret, 'utf8') as unknown as Buffer;

/** Parses `id:secret,id:secret`. @throws Error on any other form, without repeating it */
export function parseSessionKeys(text: string): readonly SessionKey[] {
  const keys = splitKeyList(
    text,
    `session keys must be id:secret of at least ${MIN_SECRET_LENGTH} characters`,
    (id, parts) => {
      const secret = parts.join(':');
      return secret.length < MIN_SECRET_LENGTH || /\s/.test(secret) ? undefined : { id, key: toKey(secret) };
    },
  );
  checkDistinctIds(keys, 'session keys');
  return keys;
}

export const sessionSettings = {
  JWT_KEYS: string()
    .required('the keys that sign session cookies are missing (id:secret,…)')
    .test('session keys', (value, { createError }) => {
      try {
        return parseSessionKeys(value).length > 0;
      } catch (error) {
        return createError({ message: (error as Error).message });
      }
    })
    .meta({
      description: '`id:secret,id:secret`: the first one signs session cookies, all of them verify',
    }),
};

/** The keys of session tokens: the first one signs, all of them verify what names them. */
@Injectable()
export class SessionKeys {
  readonly signing: SessionKey;
  private readonly byId: ReadonlyMap<string, Buffer>;

  constructor(@InjectEnv() { JWT_KEYS }: SettingsOf<typeof sessionSettings>) {
    const keys = parseSessionKeys(JWT_KEYS);
    const [signing] = keys;
    if (!signing) throw new Error('there is no key for session tokens');
    this.signing = signing;
    this.byId = new Map(keys.map(({ id, key }) => [id, key]));
  }

  /** Returns the key that must have signed this token; undefined if it is not a session token or its key is not known. */
  find(token: string): Buffer | undefined {
    const { typ, kid } = tokenHeader(token);
    return typ === TOKEN_TYPE && typeof kid === 'string' ? this.byId.get(kid) : undefined;
  }
}
