import type { FeedEvent, readFeed, ResponseOf } from '@desk/contracts';

/**
 * What a reader who has seen the feed up to `after` is answered. Complete when the event that comes next is there, or
 * when there is none yet. A reader who is ahead of the head has seen another database's feed.
 */
export function feedPage(
  after: number | null,
  head: number,
  events: FeedEvent[],
): ResponseOf<typeof readFeed> {
  if (after === null || after === head) return { events: [], head, complete: true };
  const complete = events[0]?.seq === after + 1;
  return { events: complete ? events : [], head, complete };
}
