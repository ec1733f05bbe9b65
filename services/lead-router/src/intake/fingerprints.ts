import { createHash } from 'node:crypto';
import type { Lead } from '@desk/contracts';
import type { DataCipher } from '@desk/service-kit';

/** By which leads of the same person, or with the same proof of consent, are found. */
export interface Fingerprint {
  readonly kind: 'email' | 'phone' | 'proof';
  /** SHA-256 of the normalized value. Stored only encrypted: anybody could compute it for all phone numbers. */
  readonly hash: string;
}

/** The same body from the same funnel within this time is a repetition, even without an idempotency key. */
export const REPLAY_WINDOW_MS = 60_000;

const toFingerprint = (kind: Fingerprint['kind'], text: string): Fingerprint => ({
  kind,
  hash: createHash('sha256').update(`${kind}:${text}`).digest('hex'),
});

const GMAIL: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/** The mailbox that an address reaches: without a tag after `+`, and for Gmail without dots and under one domain. */
export function toMailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const [local = ''] = email.slice(0, Math.max(at, 0)).split('+');
  if (local === '') return email;
  return GMAIL.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}

/** The unchanged address comes first, because consent records are found by it. */
export function toFingerprints({ email, phone }: Pick<Lead, 'email' | 'phone'>): readonly Fingerprint[] {
  const mailbox = toMailbox(email);
  return [
    toFingerprint('email', email),
    toFingerprint('phone', phone),
    ...(mailbox === email ? [] : [toFingerprint('email', mailbox)]),
  ];
}

/** Each certificate and each lead ID proves the consent of one person. */
export const toProofFingerprints = ({ consent }: Pick<Lead, 'consent'>): readonly Fingerprint[] =>
  [consent?.trustedFormCertUrl, consent?.jornayaLeadId]
    .filter((proof) => proof !== undefined)
    .map((proof) => toFingerprint('proof', proof));

/** Whether two leads are of one person. */
export const isSamePerson = (
  one: Pick<Lead, 'email' | 'phone'>,
  other: Pick<Lead, 'email' | 'phone'>,
): boolean => one.phone === other.phone || toMailbox(one.email) === toMailbox(other.email);

/** Whether a lead with the same fingerprint is this very post, repeated by a sender who received no answer. */
export const isReplay = (
  known: { funnelId: string; bodyHash: string; createdAt: Date },
  post: { funnelId: string; bodyHash: string },
  now: number,
): boolean =>
  known.funnelId === post.funnelId &&
  known.bodyHash === post.bodyHash &&
  now - known.createdAt.getTime() < REPLAY_WINDOW_MS;

/** A row of `lead_fingerprints`, found by its keyed digest. */
export interface StoredFingerprint {
  readonly kind: Fingerprint['kind'];
  readonly digest: string;
  readonly keyId: string;
  /** The encrypted hash, from which the digest under another key can be computed. */
  readonly source: string;
}

const DIGEST_PURPOSE = 'lead_fingerprints';
const toSourcePurpose = (kind: string): string => `lead_fingerprints.source ${kind}`;

const toDigest = (cipher: DataCipher, hash: string, keyId?: string): string =>
  cipher.digest(hash, DIGEST_PURPOSE, keyId);

/** Returns a lead's rows: one for each key, so that processes with different current keys find each other's claims. */
export const toStoredFingerprints = (
  cipher: DataCipher,
  fingerprints: readonly Fingerprint[],
): StoredFingerprint[] =>
  fingerprints.flatMap(({ kind, hash }) => {
    const source = cipher.encrypt(hash, toSourcePurpose(kind));
    return cipher.keyIds.map((keyId) => ({ kind, digest: toDigest(cipher, hash, keyId), keyId, source }));
  });

/** Returns the row under the current key. @throws Error if the encrypted hash does not belong to the digest */
export function toCurrent(
  cipher: DataCipher,
  { kind, digest, keyId, source }: StoredFingerprint,
): StoredFingerprint {
  const hash = cipher.decrypt(source, toSourcePurpose(kind));
  if (cipher.keyIds.includes(keyId) && toDigest(cipher, hash, keyId) !== digest)
    throw new Error('the encrypted hash of a fingerprint does not belong to its digest');
  return {
    kind,
    digest: toDigest(cipher, hash),
    keyId: cipher.currentKeyId,
    source: cipher.encrypt(hash, toSourcePurpose(kind)),
  };
}
