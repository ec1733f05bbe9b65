import type { DataCipher } from '@desk/service-kit';

const PURPOSE = 'idempotency_key';

interface KeyOfFunnel {
  readonly funnelId: string;
  readonly idempotencyKey: string;
}

const toText = ({ funnelId, idempotencyKey }: KeyOfFunnel): string => `${funnelId} ${idempotencyKey}`;

/** What is stored in place of a key: funnels use email addresses and phone numbers as keys. */
export const toStoredKey = (cipher: DataCipher, key: KeyOfFunnel): string =>
  cipher.digest(toText(key), PURPOSE);

/** What a key may be stored as: its digest under each data key. */
export const toStoredKeys = (cipher: DataCipher, key: KeyOfFunnel): string[] =>
  cipher.digests(toText(key), PURPOSE);
