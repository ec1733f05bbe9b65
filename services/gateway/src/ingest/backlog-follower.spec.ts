import { describe, expect, it } from '@jest/globals';
import { BacklogFollower, MAX_MESSAGE_AGE_MS } from './lead-path-backlog.js';

const INTERVAL_MS = 250;
const SECONDS = 120;
const PER_SECOND = 50;
/** Between a lead's acceptance and its message in the queue of the slow step. */
const UNDER_WAY_MS = 600;

interface Options {
  /** Posted leads per lead that the step can handle. */
  readonly load: number;
  readonly copies?: number;
  readonly isAway?: (second: number) => boolean;
}

/** Posts leads to copies of the gateway in turn, before a step that handles messages in the order of arrival. */
function simulate({ load, copies = 1, isAway = () => false }: Options) {
  const gateways = Array.from({ length: copies }, () => ({ follower: new BacklogFollower(), isLate: false }));
  const underWay: number[] = [];
  const queue: number[] = [];
  const waitsMs: number[] = [];
  let [posts, posted, refused, toHandle] = [0, 0, 0, 0];
  for (let now = 0; now < SECONDS * 1_000; now += 1) {
    for (posts += (PER_SECOND * load) / 1_000; posts >= 1; posts -= 1)
      if (gateways[posted++ % copies]?.isLate) refused += 1;
      else underWay.push(now + UNDER_WAY_MS);
    while ((underWay[0] ?? Infinity) <= now) queue.push(underWay.shift() ?? now);
    if (!isAway(now / 1_000)) toHandle += PER_SECOND / 1_000;
    for (; toHandle >= 1; toHandle -= 1) {
      const arrivedAt = queue.shift();
      if (arrivedAt !== undefined) waitsMs.push(now - arrivedAt);
    }
    if (now % INTERVAL_MS > 0) continue;
    const oldestAt = queue[0];
    for (const gateway of gateways)
      gateway.isLate = gateway.follower.isLate({ oldestAt, oldestAgeMs: now - (oldestAt ?? now) });
  }
  const handledPerSecond = waitsMs.length / SECONDS;
  return { refused, handledPerSecond, longestWaitMs: waitsMs.reduce((a, b) => Math.max(a, b), 0) };
}

describe('a gateway in front of a step that is too slow', () => {
  it.each([
    [1.1, 1],
    [1.5, 1],
    [3, 1],
    [8, 1],
    [3, 4],
  ])('keeps it busy and its messages young, at %d times what it handles, with %d copies', (load, copies) => {
    const { handledPerSecond, longestWaitMs } = simulate({ load, copies });
    expect(handledPerSecond).toBeGreaterThan(0.88 * PER_SECOND);
    // Because of leads on their way to the step, refusing begins and ends late, which costs a tenth of the capacity.
    expect(longestWaitMs).toBeLessThan(
      load * MAX_MESSAGE_AGE_MS + (load - 1) * (UNDER_WAY_MS + INTERVAL_MS) + INTERVAL_MS,
    );
  });

  it('refuses nothing while the step is down, and almost nothing while it catches up', () => {
    const isAway = (second: number): boolean => second > 10 && second < 40;
    expect(simulate({ load: 0.7, isAway: (second) => second > 10 }).refused).toBe(0);
    const { refused, handledPerSecond } = simulate({ load: 0.2, isAway });
    expect(refused).toBeLessThan(20);
    expect(handledPerSecond).toBeGreaterThan(0.19 * PER_SECOND);
  });

  it('does not count a retried message as late', () => {
    const follower = new BacklogFollower();
    expect(follower.isLate({ oldestAt: 10_000, oldestAgeMs: 10 })).toBe(false);
    expect(follower.isLate({ oldestAt: 4_000, oldestAgeMs: 6_900 })).toBe(false);
    expect(follower.isLate({ oldestAt: 10_050, oldestAgeMs: MAX_MESSAGE_AGE_MS })).toBe(true);
  });

  it('reports the step as late even if the gateway is too busy to read in time', () => {
    const follower = new BacklogFollower();
    const read = (oldestAt: number, oldestAgeMs: number) => follower.isLate({ oldestAt, oldestAgeMs });
    expect(read(10_000, 100)).toBe(false);
    expect(read(10_100, 1_000)).toBe(true);
    expect(read(10_200, 2_000)).toBe(true);
    // The step handles nothing any more.
    expect(read(10_200, 3_000)).toBe(false);
  });

  it('does not report the step as late for messages that arrived while nothing was read', () => {
    const follower = new BacklogFollower();
    expect(follower.isLate({ oldestAt: 10_000, oldestAgeMs: MAX_MESSAGE_AGE_MS })).toBe(false);
    expect(follower.isLate({ oldestAt: 10_000, oldestAgeMs: MAX_MESSAGE_AGE_MS + INTERVAL_MS })).toBe(false);
  });
});
