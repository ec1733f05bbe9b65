import type { Backlog } from '@desk/bullmq-transport';

/** `none`: the queue keeps up, or is not served at all. */
export type BacklogTrend =
  | { readonly kind: 'none' }
  | { readonly kind: 'shrinking' }
  | {
      readonly kind: 'growing';
      /** Messages added since the measurement before, less those handled. */
      readonly messages: number;
    };

const NONE: BacklogTrend = { kind: 'none' };
const SHRINKING: BacklogTrend = { kind: 'shrinking' };

/** A message usually waits for milliseconds. */
export const MAX_MESSAGE_AGE_MS = 500;

/**
 * Whether a queue that is served has fallen behind, and whether it catches up. A queue whose next message stays the same
 * is not served: its service is away, and messages wait for its return. Refusing leads would not bring it back.
 */
export function trendOf(before: Backlog | undefined, now: Backlog): BacklogTrend {
  const isServed = before?.oldestAt !== undefined && before.oldestAt !== now.oldestAt;
  if (!isServed || now.oldestAgeMs < MAX_MESSAGE_AGE_MS) return NONE;
  const messages = now.waiting - before.waiting;
  return messages > 0 ? { kind: 'growing', messages } : SHRINKING;
}

/** The trend of the slowest queue: each lead passes through all of them. */
export function worstTrend(trends: readonly BacklogTrend[]): BacklogTrend {
  const growths = trends.flatMap((trend) => (trend.kind === 'growing' ? [trend.messages] : []));
  if (growths.length > 0) return { kind: 'growing', messages: Math.max(...growths) };
  return trends.some(({ kind }) => kind === 'shrinking') ? SHRINKING : NONE;
}
