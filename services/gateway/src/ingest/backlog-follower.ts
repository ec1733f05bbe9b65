import type { NextJob } from '@desk/bullmq-transport';

/** A step is late if the message that is next has waited this long. It usually waits for milliseconds. */
export const MAX_MESSAGE_AGE_MS = 1_000;
/** A step that has taken no message for this long is away. Shorter, so that nothing is refused for a step that stops. */
const AWAY_AFTER_MS = 750;

/** Follows the messages that wait for one step. Times are by the clock of the queue, in milliseconds. */
export class BacklogFollower {
  /** When the next message arrived, and when it was first seen. */
  private next = { arrivedAt: -Infinity, seenAt: -Infinity };
  /** Until then the step was away. */
  private awayUntil = -Infinity;

  /**
   * Messages that arrived while the step was away do not make it late: refusing leads would not bring it back, and it
   * catches up while new ones are accepted.
   */
  isLate({ oldestAt: arrivedAt, oldestAgeMs: ageMs }: NextJob): boolean {
    if (arrivedAt === undefined) return false;
    const now = arrivedAt + ageMs;
    // A message that is tried again keeps its time, and says nothing about those behind it.
    if (arrivedAt < this.next.arrivedAt) return false;
    if (arrivedAt > this.next.arrivedAt) this.next = { arrivedAt, seenAt: now };
    if (now - this.next.seenAt >= AWAY_AFTER_MS) this.awayUntil = now;
    return ageMs >= MAX_MESSAGE_AGE_MS && arrivedAt > this.awayUntil;
  }
}
