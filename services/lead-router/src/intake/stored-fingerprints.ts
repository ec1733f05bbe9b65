import type { DataCipher } from '@desk/service-kit';
import type { Fingerprint } from './fingerprints.js';

/** A row of `lead_fingerprints`, which finds the fingerprint by its keyed digest. */
export interface StoredFingerprint {
  readonly kind: Fingerprint['kind'];
  readonly digest: string;
  readonly keyId: string;
  /** The encrypted hash, from which the digest under another key can be computed. */
  readonly source: string;
}

const DIGEST_PURPOSE = 'lead_fingerprints';
const toSourcePurpose = (kind: string): string => `lead_fingerprints.source ${kind}`;

export const toDigest = (cipher: DataCipher, hash: string, keyId?: string): string =>
  cipher.digest(hash, DIGEST_PURPOSE, keyId);

/** Returns the rows that a lead claims: one for each key, so that copies with different first keys exclude each other. */
export const toStoredFingerprints = (
  cipher: DataCipher,
  fingerprints: readonly Fingerprint[],
): StoredFingerprint[] =>
  fingerprints.flatMap(({ kind, hash }) => {
    const source = cipher.encrypt(hash, toSourcePurpose(kind));
    return cipher.keyIds.map((keyId) => ({ kind, digest: toDigest(cipher, hash, keyId), keyId, source }));
  });

/** Returns the row under the current key. @throws Error if the stored one was changed */
export function toCurrent(
  cipher: DataCipher,
  { kind, digest, keyId, source }: StoredFingerprint,
): StoredFingerprint {
  const hash = cipher.decrypt(source, toSourcePurpose(kind));
  if (cipher.keyIds.includes(keyId) && toDigest(cipher, hash, keyId) !== digest)
    throw new Error('the source of a fingerprint belongs to another one');
  return {
    kind,
    digest: toDigest(cipher, hash),
    keyId: cipher.currentKeyId,
    source: cipher.encrypt(hash, toSourcePurpose(kind)),
  };
}
