import type { NextJob } from '@desk/bullmq-transport';

/** How far a step has come with messages that wait for it. Times are monotonic, in milliseconds. */
export type BacklogTrend =
  /** It keeps up, or its service is away. */
  | { readonly kind: 'none' }
  /** It keeps up, but messages wait. */
  | { readonly kind: 'busy' }
  /** Nothing new is known since the last reading. */
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'behind';
      /** The messages that it handled within `elapsedMs` had arrived between these times. */
      readonly arrivedFrom: number;
      readonly arrivedUntil: number;
      readonly elapsedMs: number;
      /** How long the message that is next has waited. */
      readonly ageMs: number;
      /** Whether messages wait longer than at the start of the measurement. */
      readonly isGrowing: boolean;
    };

const NONE: BacklogTrend = { kind: 'none' };
const BUSY: BacklogTrend = { kind: 'busy' };
const UNKNOWN: BacklogTrend = { kind: 'unknown' };

/** A message usually waits for milliseconds. */
export const MAX_MESSAGE_AGE_MS = 500;
/** While messages wait at least this long, the step is busy without a pause. */
const BUSY_AGE_MS = 100;
/** What a step handles is measured over this time, or since it was last not busy. */
const WINDOW_MS = 3_000;
/** A step that has taken no message for this long is away. */
const AWAY_AFTER_MS = 2_000;

/** By the clock of the queue. */
interface Reading {
  readonly oldestAt: number;
  readonly at: number;
}

/**
 * Follows the backlog of one step. The time at which the next message arrived shows how far the step has come, whatever
 * the messages are and however many copies of the step and of the gateway there are.
 */
export class BacklogFollower {
  /** Oldest first: those within the window, from the last one at which the step was not busy. */
  private readings: Reading[] = [];
  /** The message that is next, and when it was first seen there. */
  private next: Reading | undefined;

  /** `nowMs` is monotonic. */
  follow({ oldestAt, oldestAgeMs: ageMs }: NextJob, nowMs: number): BacklogTrend {
    if (oldestAt === undefined || ageMs < BUSY_AGE_MS) this.readings = [];
    if (oldestAt === undefined) return NONE;
    const now: Reading = { oldestAt, at: oldestAt + ageMs };
    if (this.next?.oldestAt !== oldestAt) this.next = now;
    if (now.at - this.next.at >= AWAY_AFTER_MS) {
      // Its return is measured afresh.
      this.readings = [now];
      return NONE;
    }
    const last = this.readings.at(-1);
    // Redis returned the same reading, or a retried message is next, which keeps its original time.
    if (last && (now.at <= last.at || oldestAt <= last.oldestAt)) return UNKNOWN;
    this.readings = [...this.readings.filter(({ at }) => now.at - at <= WINDOW_MS), now];
    const [first = now] = this.readings;
    if (ageMs < MAX_MESSAGE_AGE_MS) return ageMs < BUSY_AGE_MS ? NONE : BUSY;
    if (first === now) return UNKNOWN;
    const arrivedUntil = nowMs - ageMs;
    return {
      kind: 'behind',
      arrivedFrom: arrivedUntil - (oldestAt - first.oldestAt),
      arrivedUntil,
      elapsedMs: now.at - first.at,
      ageMs,
      isGrowing: ageMs > first.at - first.oldestAt,
    };
  }
}
