import { describe, expect, it } from '@jest/globals';
import { AcceptancePace, MIN_PER_SECOND } from './acceptance-pace.js';
import { type BacklogTrend, trendOf } from './backlog-trend.js';

const INTERVAL_MS = 250;
const NONE: BacklogTrend = { kind: 'none' };
const SHRINKING: BacklogTrend = { kind: 'shrinking' };
const growing = (messages: number): BacklogTrend => ({ kind: 'growing', messages });

const accept = (pace: AcceptancePace, count: number): void => {
  for (let index = 0; index < count; index += 1) pace.countAccepted();
};

/** A pace that has accepted 200 leads per second, of which 160 were handled. */
function limited(): AcceptancePace {
  const pace = new AcceptancePace();
  pace.adjust(NONE, 0);
  accept(pace, 50);
  pace.adjust(growing(10), INTERVAL_MS);
  return pace;
}

describe('AcceptancePace', () => {
  it('accepts everything until a backlog grows', () => {
    const pace = new AcceptancePace();
    pace.adjust(NONE, 0);
    accept(pace, 10_000);
    pace.adjust(SHRINKING, INTERVAL_MS);
    expect(pace.isOpen(INTERVAL_MS)).toBe(true);
    expect(pace.limitPerSecond).toBe(Infinity);
  });

  it('then accepts fewer than before, spread over time', () => {
    const pace = limited();
    expect(pace.limitPerSecond).toBe(144);
    let accepted = 0;
    for (let now = INTERVAL_MS; now < INTERVAL_MS + 1_000; now += 1)
      while (pace.isOpen(now)) {
        pace.countAccepted();
        accepted += 1;
      }
    expect(accepted).toBeGreaterThan(135);
    expect(accepted).toBeLessThanOrEqual(180);
  });

  it('keeps the limit while the backlog shrinks, and lifts it once nothing is refused', () => {
    const pace = limited();
    pace.adjust(SHRINKING, 2 * INTERVAL_MS);
    expect(pace.limitPerSecond).toBe(144);
    pace.countRefused();
    pace.adjust(NONE, 3 * INTERVAL_MS);
    expect(pace.limitPerSecond).toBeCloseTo(158.4);
    pace.adjust(NONE, 4 * INTERVAL_MS);
    expect(pace.limitPerSecond).toBe(Infinity);
  });

  it('never stops intake', () => {
    const pace = limited();
    for (let round = 2; round < 100; round += 1) pace.adjust(growing(10), round * INTERVAL_MS);
    expect(pace.limitPerSecond).toBe(MIN_PER_SECOND);
  });

  it.each([1.5, 3, 8])('keeps later steps busy and near, at %d times what they can handle', (load) => {
    const { handledPerSecond, longestWaitMs } = simulate({ capacityPerSecond: 50, load, seconds: 120 });
    expect(handledPerSecond).toBeGreaterThan(0.95 * 50);
    expect(longestWaitMs).toBeLessThan(8_000);
  });

  it('refuses nothing while a service catches up after it was away', () => {
    const { refused } = simulate({ capacityPerSecond: 50, load: 0.5, seconds: 120, awaySeconds: 30 });
    expect(refused).toBe(0);
  });
});

/** One step behind intake that handles messages in the order of their arrival, and is away at first. */
function simulate(options: {
  capacityPerSecond: number;
  load: number;
  seconds: number;
  awaySeconds?: number;
}) {
  const { capacityPerSecond, load, seconds, awaySeconds = 0 } = options;
  const pace = new AcceptancePace();
  const queue: number[] = [];
  let before: ReturnType<typeof measure> | undefined;
  let [arrived, capacity, handled, refused, longestWaitMs] = [0, 0, 0, 0, 0];
  const measure = (now: number) => ({
    waiting: queue.length,
    oldestAt: queue[0],
    oldestAgeMs: now - (queue[0] ?? now),
  });
  for (let now = 0; now < seconds * 1_000; now += 1) {
    for (arrived += (capacityPerSecond * load) / 1_000; arrived >= 1; arrived -= 1)
      if (pace.isOpen(now)) {
        pace.countAccepted();
        queue.push(now);
      } else {
        pace.countRefused();
        refused += 1;
      }
    if (now >= awaySeconds * 1_000) capacity += capacityPerSecond / 1_000;
    for (; capacity >= 1; capacity -= 1) {
      const at = queue.shift();
      if (at === undefined) continue;
      handled += 1;
      longestWaitMs = Math.max(longestWaitMs, now - at);
    }
    if (now % INTERVAL_MS > 0) continue;
    const backlog = measure(now);
    pace.adjust(trendOf(before, backlog), now);
    before = backlog;
  }
  return { handledPerSecond: handled / (seconds - awaySeconds), refused, longestWaitMs };
}
