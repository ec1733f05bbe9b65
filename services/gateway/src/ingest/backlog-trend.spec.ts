import { describe, expect, it } from '@jest/globals';
import { type BacklogTrend, MAX_MESSAGE_AGE_MS, trendOf, worstTrend } from './backlog-trend.js';

const LATE = MAX_MESSAGE_AGE_MS + 1;
const backlog = (waiting: number, oldestAt: number | undefined, oldestAgeMs: number) => ({
  waiting,
  oldestAt,
  oldestAgeMs,
});

describe('trendOf', () => {
  it.each<[string, BacklogTrend['kind'], Parameters<typeof trendOf>]>([
    ['before there is a second measurement', 'none', [undefined, backlog(50, 1, LATE)]],
    ['while messages hardly wait', 'none', [backlog(10, 1, 5), backlog(50, 2, MAX_MESSAGE_AGE_MS - 1)]],
    ['while the service is away', 'none', [backlog(10, 1, LATE), backlog(50, 1, LATE + 500)]],
    ['once the queue is empty', 'none', [backlog(10, 1, LATE), backlog(0, undefined, 0)]],
    ['while more messages arrive than are handled', 'growing', [backlog(10, 1, LATE), backlog(11, 2, LATE)]],
    ['while the service catches up', 'shrinking', [backlog(11, 1, LATE), backlog(10, 2, LATE)]],
  ])('%s, it is %s', (_when, trend, [before, now]) => {
    expect(trendOf(before, now).kind).toBe(trend);
  });
});

describe('worstTrend', () => {
  it('is that of the slowest queue', () => {
    const growing = (messages: number): BacklogTrend => ({ kind: 'growing', messages });
    expect(worstTrend([{ kind: 'none' }, growing(2), growing(5), { kind: 'shrinking' }])).toEqual(growing(5));
    expect(worstTrend([{ kind: 'none' }, { kind: 'shrinking' }]).kind).toBe('shrinking');
    expect(worstTrend([]).kind).toBe('none');
  });
});
