import { createHash } from 'node:crypto';
import type { Lead } from '@desk/contracts';

/** Finds leads of the same person: the hash of a normalized email address or phone number. */
export interface Fingerprint {
  readonly kind: 'email' | 'phone';
  readonly digest: string;
}

/** The same body from the same funnel within this time is a repetition, even without an idempotency key. */
export const REPLAY_WINDOW_MS = 60_000;

/** Always in the same order: concurrent intakes that share both fingerprints must lock them in the same order. */
export const toFingerprints = ({ email, phone }: Pick<Lead, 'email' | 'phone'>): readonly Fingerprint[] => [
  { kind: 'email', digest: createHash('sha256').update(`email:${email}`).digest('hex') },
  { kind: 'phone', digest: createHash('sha256').update(`phone:${phone}`).digest('hex') },
];

/** Whether a lead with the same fingerprint is this very post, repeated by a sender who received no answer. */
export const isReplay = (
  known: { funnelId: string; bodyHash: string; createdAt: Date },
  post: { funnelId: string; bodyHash: string },
  now: number,
): boolean =>
  known.funnelId === post.funnelId &&
  known.bodyHash === post.bodyHash &&
  now - known.createdAt.getTime() < REPLAY_WINDOW_MS;
