import { describe, expect, it } from '@jest/globals';
import { AcceptancePace } from './acceptance-pace.js';
import { BacklogFollower } from './backlog-trend.js';

const INTERVAL_MS = 250;
const SECONDS = 120;
const PER_SECOND = 50;
/** Between a lead's acceptance and its message in the queue of the slow step. */
const UNDER_WAY_MS = 600;

interface Options {
  /** How many times as many leads are posted as the step handles. */
  readonly load: number;
  readonly copies?: number;
  readonly isAway?: (second: number) => boolean;
  /** Posts of the time in which the funnels stand still are made together afterwards. */
  readonly areFunnelsStill?: (second: number) => boolean;
}

/** Posts leads to copies of the gateway, by turns, before one step that handles messages in the order of their arrival. */
function simulate({ load, copies = 1, isAway = () => false, areFunnelsStill = () => false }: Options) {
  const gateways = Array.from({ length: copies }, () => ({
    pace: new AcceptancePace(),
    follower: new BacklogFollower(),
  }));
  const underWay: number[] = [];
  const queue: number[] = [];
  const waitsMs: number[] = [];
  let [posts, posted, refused, toHandle] = [0, 0, 0, 0];
  const post = (now: number): void => {
    const pace = gateways[posted++ % copies]?.pace;
    if (pace?.isOpen(now)) {
      pace.takePlace();
      pace.countPosted();
      underWay.push(now + UNDER_WAY_MS);
    } else {
      pace?.noteRefusal(now);
      refused += 1;
    }
  };
  const handle = (now: number): void => {
    const arrivedAt = queue.shift();
    if (arrivedAt !== undefined) waitsMs.push(now - arrivedAt);
  };
  for (let now = 0; now < SECONDS * 1_000; now += 1) {
    posts += (PER_SECOND * load) / 1_000;
    for (; posts >= 1 && !areFunnelsStill(now / 1_000); posts -= 1) post(now);
    while ((underWay[0] ?? Infinity) <= now) queue.push(underWay.shift() ?? now);
    if (!isAway(now / 1_000)) toHandle += PER_SECOND / 1_000;
    for (; toHandle >= 1; toHandle -= 1) handle(now);
    if (now % INTERVAL_MS > 0) continue;
    const oldestAt = queue[0];
    const next = { oldestAt, oldestAgeMs: now - (oldestAt ?? now) };
    for (const { pace, follower } of gateways) pace.adjust([follower.follow(next, now)], now);
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
    expect(handledPerSecond).toBeGreaterThan(0.95 * PER_SECOND);
    expect(longestWaitMs).toBeLessThan(4_200 * Math.max(1, load / 3));
  });

  it('keeps it busy although it often pauses', () => {
    const { handledPerSecond, longestWaitMs } = simulate({ load: 3, isAway: (second) => second % 5 < 0.5 });
    expect(handledPerSecond).toBeGreaterThan(0.95 * 0.9 * PER_SECOND);
    expect(longestWaitMs).toBeLessThan(6_000);
  });

  it('keeps its messages young although now and then no lead is posted for a moment', () => {
    const areFunnelsStill = (second: number): boolean => second % 5 > 4.4;
    const { handledPerSecond, longestWaitMs } = simulate({ load: 3, areFunnelsStill });
    expect(handledPerSecond).toBeGreaterThan(0.9 * PER_SECOND);
    expect(longestWaitMs).toBeLessThan(4_000);
  });

  it('refuses nothing while it is away, and while it catches up', () => {
    const isAway = (second: number): boolean => second > 10 && second < 40;
    expect(simulate({ load: 0.7, isAway }).refused).toBe(0);
  });
});
