/** Posts of one copy that may wait for lead-router at once, whatever their age. */
export const MAX_POSTS_IN_FLIGHT = 1_000;
/** A post usually takes milliseconds, and its funnel waits up to five seconds. */
export const SLOW_POST_MS = 500;
/** Fewer slow posts may be held up by a row of their own. */
export const MAX_SLOW_POSTS = 5;

export interface PostInFlight {
  /** Monotonic, in milliseconds. */
  readonly startedAt: number;
}

/**
 * Whether to refuse a further post. Posts are served in the order of their arrival, so several slow ones show that a
 * new one would wait as long, and finally be answered too late. Refusing it keeps the wait near `SLOW_POST_MS`, whatever
 * the capacity is. `posts` are those in flight, oldest first.
 */
export function isOverloaded(posts: Iterable<PostInFlight>, count: number, now: number): boolean {
  if (count >= MAX_POSTS_IN_FLIGHT) return true;
  let slow = 0;
  for (const { startedAt } of posts) {
    if (now - startedAt < SLOW_POST_MS) return false;
    slow += 1;
    if (slow >= MAX_SLOW_POSTS) return true;
  }
  return false;
}
