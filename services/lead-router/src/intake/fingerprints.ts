import { createHash } from 'node:crypto';
import type { Lead } from '@desk/contracts';

/** Finds leads of the same person. */
export interface Fingerprint {
  readonly kind: 'email' | 'phone';
  /** SHA-256 of the normalized address or number. Anybody could compute it for all numbers, so only digests are stored. */
  readonly hash: string;
}

/** The same body from the same funnel within this time is a repetition, even without an idempotency key. */
export const REPLAY_WINDOW_MS = 60_000;

export const toFingerprints = ({ email, phone }: Pick<Lead, 'email' | 'phone'>): readonly Fingerprint[] => [
  { kind: 'email', hash: createHash('sha256').update(`email:${email}`).digest('hex') },
  { kind: 'phone', hash: createHash('sha256').update(`phone:${phone}`).digest('hex') },
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
