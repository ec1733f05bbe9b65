import type { FeedEvent } from '@desk/contracts';
import { expect, test } from '@jest/globals';
import { toFeedPage } from './feed.controller.js';

const event = (seq: number): FeedEvent => ({
  seq,
  kind: 'eligibility-changed',
  leadId: null,
  at: '2026-01-05T14:30:00.000Z',
});

test('returns only the head without a position', () => {
  expect(toFeedPage(null, 7, [])).toEqual({ events: [], head: 7, complete: true });
});

test('is complete at the head, even if no event is kept', () => {
  expect(toFeedPage(7, 7, [])).toEqual({ events: [], head: 7, complete: true });
  expect(toFeedPage(0, 0, [])).toEqual({ events: [], head: 0, complete: true });
});

test('is complete if the events follow without a gap', () => {
  const events = [event(6), event(7)];
  expect(toFeedPage(5, 7, events)).toEqual({ events, head: 7, complete: true });
});

test.each([
  ['the next event is no longer kept', 4, [event(6), event(7)]],
  ['no event is kept', 4, []],
  ['the reader is ahead of the head', 9, []],
])('is incomplete if %s', (_reason, after, events) => {
  expect(toFeedPage(after, 7, events)).toEqual({ events: [], head: 7, complete: false });
});
