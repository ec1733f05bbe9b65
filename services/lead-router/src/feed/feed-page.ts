import type { FeedEvent, readFeed, ResponseOf } from '@desk/contracts';

/**
 * Builds the answer for a reader who has seen the feed up to `after`. It is complete if no event between is missing.
 * A reader ahead of the head has read the feed of another database, such as one before a restore.
 */
export function toFeedPage(
  after: number | null,
  head: number,
  events: FeedEvent[],
): ResponseOf<typeof readFeed> {
  if (after === null || after === head) return { events: [], head, complete: true };
  const complete = events[0]?.seq === after + 1;
  return { events: complete ? events : [], head, complete };
}
