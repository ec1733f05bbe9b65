import { describe, expect, it } from '@jest/globals';
import { IntervalLimiter } from './slack-rate-limiter.js';

function newPacer() {
  const clock = { now: 10_000 };
  return { clock, pacer: new IntervalLimiter(1_000, () => clock.now) };
}

describe('IntervalLimiter', () => {
  it('spaces the messages to one destination, and not those to others', () => {
    const { pacer } = newPacer();
    expect([pacer.reserve('a', 5_000), pacer.reserve('a', 5_000), pacer.reserve('b', 5_000)]).toEqual([
      0, 1_000, 0,
    ]);
  });

  it('lets a message pass at once after a pause', () => {
    const { pacer, clock } = newPacer();
    pacer.reserve('a', 5_000);
    clock.now += 1_000;
    expect(pacer.reserve('a', 5_000)).toBe(0);
  });

  it('counts no message that would wait too long', () => {
    const { pacer } = newPacer();
    pacer.hold('a', 30_000);
    expect(pacer.reserve('a', 5_000)).toBe(30_000);
    expect(pacer.reserve('a', 5_000)).toBe(30_000);
  });

  it('keeps only the destinations that have to wait once there are many', () => {
    const { pacer, clock } = newPacer();
    for (let destination = 0; destination < 2_000; destination += 1) {
      pacer.hold(String(destination), 1_000);
      clock.now += 10;
    }
    const { size } = Reflect.get(pacer, 'nextAtMs') as ReadonlyMap<string, number>;
    expect(size).toBeLessThanOrEqual(1_000);
    expect(pacer.reserve('1999', 0)).toBe(990);
  });

  it('never shortens a longer hold', () => {
    const { pacer } = newPacer();
    pacer.hold('a', 30_000);
    pacer.hold('a', 1_000);
    expect(pacer.reserve('a', 0)).toBe(30_000);
  });
});
