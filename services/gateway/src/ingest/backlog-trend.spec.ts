import { describe, expect, it } from '@jest/globals';
import { BacklogFollower, type BacklogTrend } from './backlog-trend.js';

const INTERVAL_MS = 250;
/** What the queue's clock is ahead of ours. */
const AHEAD_MS = 1_000_000;

/** Reads the backlog four times a second: since when the next message waits, or undefined if none does. */
function follow(readings: readonly (number | undefined)[]): BacklogTrend[] {
  const follower = new BacklogFollower();
  return readings.map((waitsSince, index) => {
    const now = (index + 1) * INTERVAL_MS;
    const oldestAgeMs = now - (waitsSince ?? now);
    const oldestAt = waitsSince === undefined ? undefined : waitsSince + AHEAD_MS;
    return follower.follow({ oldestAt, oldestAgeMs }, now);
  });
}
const kindsOf = (readings: readonly (number | undefined)[]): string[] =>
  follow(readings).map(({ kind }) => kind);

describe('BacklogFollower', () => {
  it('sees no backlog while messages hardly wait, or none does', () => {
    expect(kindsOf([240, undefined, 700, 950])).toEqual(Array(4).fill('none'));
  });

  it('sees that a step is busy, and once it falls behind how far it has come since', () => {
    const trends = follow([200, 240, 290, 400]);
    expect(trends.map(({ kind }) => kind)).toEqual(['none', 'busy', 'busy', 'behind']);
    expect(trends[3]).toEqual({
      kind: 'behind',
      arrivedFrom: 200,
      arrivedUntil: 400,
      elapsedMs: 750,
      ageMs: 600,
      isGrowing: true,
    });
  });

  it('sees that a step catches up', () => {
    expect(follow([0, 10, 20, 250, 600]).at(-1)).toMatchObject({
      kind: 'behind',
      arrivedFrom: 0,
      elapsedMs: 1_000,
      ageMs: 650,
    });
    expect(follow([-2_000, -1_600, -1_000]).at(-1)).toMatchObject({ isGrowing: false });
  });

  it('measures over three seconds', () => {
    const readings = Array.from({ length: 40 }, (_, index) => index * 100);
    expect(follow(readings).at(-1)).toMatchObject({ arrivedFrom: 2_700, elapsedMs: 3_000 });
  });

  it('learns nothing from a pause, and measures over it', () => {
    const trends = follow([-600, -500, -500, -500, -300]);
    expect(trends.map(({ kind }) => kind)).toEqual(['unknown', 'behind', 'unknown', 'unknown', 'behind']);
    expect(trends.at(-1)).toMatchObject({ arrivedFrom: -600, arrivedUntil: -300, elapsedMs: 1_000 });
  });

  it('takes a step that has taken no message for two seconds for away, and measures its return afresh', () => {
    const trends = follow([-600, ...Array<number>(10).fill(-500), -200]);
    expect(trends.map(({ kind }) => kind)).toEqual([
      ...['unknown', 'behind', ...Array<string>(7).fill('unknown'), 'none', 'none'],
      'behind',
    ]);
    expect(trends.at(-1)).toMatchObject({ elapsedMs: INTERVAL_MS, isGrowing: false });
  });

  it('takes a step for away whose next message is an older one that is tried again', () => {
    const trends = follow([-600, -400, ...Array<number>(10).fill(-1_900)]);
    expect(trends.slice(-2).map(({ kind }) => kind)).toEqual(['none', 'none']);
  });

  it('learns nothing from an older message that is tried again', () => {
    const trends = follow([-600, -400, -1_900, -1_900, -200]);
    expect(trends.map(({ kind }) => kind)).toEqual(['unknown', 'behind', 'unknown', 'unknown', 'behind']);
    expect(trends.at(-1)).toMatchObject({ arrivedFrom: -600, arrivedUntil: -200, elapsedMs: 1_000 });
  });

  it('learns nothing from the same reading twice', () => {
    const follower = new BacklogFollower();
    const backlog = { oldestAt: AHEAD_MS, oldestAgeMs: 600 };
    follower.follow(backlog, 600);
    expect(follower.follow({ ...backlog, oldestAt: AHEAD_MS + 50, oldestAgeMs: 800 }, 850).kind).toBe(
      'behind',
    );
    expect(follower.follow({ ...backlog, oldestAt: AHEAD_MS + 50, oldestAgeMs: 800 }, 1_100).kind).toBe(
      'unknown',
    );
  });
});
