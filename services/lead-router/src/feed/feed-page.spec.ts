import { expect, test } from '@jest/globals';
import type { FeedEvent } from '@desk/contracts';
import { feedPage } from './feed-page.js';

const event = (seq: number): FeedEvent => ({
  seq,
  kind: 'eligibility-changed',
  leadId: null,
  at: '2026-01-05T14:30:00.000Z',
});

test('who only asks where the feed stands hears that and nothing else', () => {
  expect(feedPage(null, 7, [])).toEqual({ events: [], head: 7, complete: true });
});

test('who has seen everything misses nothing, also when nothing is kept any more', () => {
  expect(feedPage(7, 7, [])).toEqual({ events: [], head: 7, complete: true });
  expect(feedPage(0, 0, [])).toEqual({ events: [], head: 0, complete: true });
});

test('what follows without a gap is complete', () => {
  const events = [event(6), event(7)];
  expect(feedPage(5, 7, events)).toEqual({ events, head: 7, complete: true });
});

test.each([
  ['the next one is no longer kept', 4, [event(6), event(7)]],
  ['none of it is kept', 4, []],
  ['the reader is ahead of the feed', 9, []],
])('incomplete: %s', (_why, after, events) => {
  expect(feedPage(after, 7, events)).toEqual({ events: [], head: 7, complete: false });
});
