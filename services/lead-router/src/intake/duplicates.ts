import { createHash } from 'node:crypto';
import type { Lead } from '@desk/contracts';

export interface Fingerprint {
  readonly kind: 'email' | 'phone';
  readonly digest: string;
}

/** The same body from the same funnel within this time is the same lead, sent again. */
export const REPLAY_WINDOW_MS = 60_000;

/**
 * What makes two leads the same person. Always in this order: two intakes that share one mark each must take
 * their locks in the same order.
 */
export const fingerprints = ({ email, phone }: Pick<Lead, 'email' | 'phone'>): readonly Fingerprint[] => [
  { kind: 'email', digest: createHash('sha256').update(`email:${email}`).digest('hex') },
  { kind: 'phone', digest: createHash('sha256').update(`phone:${phone}`).digest('hex') },
];

/** Whether a lead known by its mark is this very post, repeated by a sender who heard no answer. */
export const isReplay = (
  known: { funnelId: string; bodyHash: string; createdAt: Date },
  post: { funnelId: string; bodyHash: string },
  now: number,
): boolean =>
  known.funnelId === post.funnelId &&
  known.bodyHash === post.bodyHash &&
  now - known.createdAt.getTime() < REPLAY_WINDOW_MS;
