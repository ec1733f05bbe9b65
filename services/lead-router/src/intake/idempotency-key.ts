import type { DataCipher } from '@desk/service-kit';

const PURPOSE = 'idempotency_key';
/** Tells digests from the keys that earlier releases stored as they were sent. */
export const DIGEST_PREFIX = 'keyed:';

interface KeyOfFunnel {
  readonly funnelId: string;
  readonly idempotencyKey: string;
}

const toText = ({ funnelId, idempotencyKey }: KeyOfFunnel): string => `${funnelId} ${idempotencyKey}`;

/** What is stored in place of a key: funnels use email addresses and phone numbers as keys. */
export const toStoredKey = (cipher: DataCipher, key: KeyOfFunnel): string =>
  `${DIGEST_PREFIX}${cipher.digest(toText(key), PURPOSE)}`;

/** Everything that a key may be stored as: under each data key, and in the clear by earlier releases. */
export const toStoredKeys = (cipher: DataCipher, key: KeyOfFunnel): string[] => [
  ...cipher.digests(toText(key), PURPOSE).map((digest) => `${DIGEST_PREFIX}${digest}`),
  ...(key.idempotencyKey.startsWith(DIGEST_PREFIX) ? [] : [key.idempotencyKey]),
];
