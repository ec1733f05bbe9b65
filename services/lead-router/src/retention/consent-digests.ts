import type { DataCipher } from '@desk/service-kit';
import { type Fingerprint, toFingerprints } from '../intake/fingerprints.js';

/** Columns of `consent_records` by which a person's records are found. */
export interface ConsentDigests {
  readonly phoneDigest: string;
  readonly emailDigest: string;
  /** Encrypted; the email digest under another key is computed from it. */
  readonly emailHash: string;
}

const DIGEST_PURPOSE = 'consent_records';
const toEmailHashPurpose = (leadId: string): string => `consent_records.email_hash ${leadId}`;

const hashOf = (fingerprints: readonly Fingerprint[], kind: Fingerprint['kind']): string =>
  fingerprints.find((fingerprint) => fingerprint.kind === kind)?.hash ?? '';

/** The digests of a lead whose contact data is being removed. */
export function toConsentDigests(
  cipher: DataCipher,
  lead: { readonly id: string; readonly phone: string; readonly email: string },
): ConsentDigests {
  const fingerprints = toFingerprints(lead);
  return digestsOf(cipher, lead.id, hashOf(fingerprints, 'phone'), hashOf(fingerprints, 'email'));
}

/** The digests of a record under the current key. Its phone is decrypted, its email hash still encrypted. */
export const toCurrentConsentDigests = (
  cipher: DataCipher,
  record: { readonly lead_id: string; readonly phone: string; readonly email_hash: string },
): ConsentDigests =>
  digestsOf(
    cipher,
    record.lead_id,
    hashOf(toFingerprints({ phone: record.phone, email: '' }), 'phone'),
    cipher.decrypt(record.email_hash, toEmailHashPurpose(record.lead_id)),
  );

/** Digests under every key, for a look-up by the normalized address or number. */
export function toConsentLookup(
  cipher: DataCipher,
  { email, phone }: { readonly email?: string; readonly phone?: string },
): { readonly phoneDigests: string[]; readonly emailDigests: string[] } {
  const fingerprints = toFingerprints({ email: email ?? '', phone: phone ?? '' });
  const digests = (kind: Fingerprint['kind']) => cipher.digests(hashOf(fingerprints, kind), DIGEST_PURPOSE);
  return {
    phoneDigests: phone === undefined ? [] : digests('phone'),
    emailDigests: email === undefined ? [] : digests('email'),
  };
}

const digestsOf = (
  cipher: DataCipher,
  leadId: string,
  phoneHash: string,
  emailHash: string,
): ConsentDigests => ({
  phoneDigest: cipher.digest(phoneHash, DIGEST_PURPOSE),
  emailDigest: cipher.digest(emailHash, DIGEST_PURPOSE),
  emailHash: cipher.encrypt(emailHash, toEmailHashPurpose(leadId)),
});
