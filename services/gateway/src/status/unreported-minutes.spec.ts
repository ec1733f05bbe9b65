import { MAX_REPORTED_MINUTES } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { UnreportedMinutes } from './component-monitor.js';

describe('UnreportedMinutes', () => {
  it('counts a component as up if it answered one check of the minute', () => {
    const minutes = new UnreportedMinutes();
    minutes.add(new Date('2026-01-05T14:30:00.000Z'), ['website', 'leads']);
    minutes.add(new Date('2026-01-05T14:30:59.999Z'), ['website', 'payments']);
    minutes.add(new Date('2026-01-05T14:31:00.000Z'), ['website']);
    expect(minutes.list()).toEqual([
      { minute: '2026-01-05T14:30:00.000Z', up: ['website', 'leads', 'payments'] },
      { minute: '2026-01-05T14:31:00.000Z', up: ['website'] },
    ]);
  });

  it('forgets what is stored, unless more was found meanwhile', () => {
    const minutes = new UnreportedMinutes();
    const [first, second] = [new Date('2026-01-05T14:30:00.000Z'), new Date('2026-01-05T14:31:00.000Z')];
    minutes.add(first, ['website']);
    minutes.add(second, ['website']);
    const stored = minutes.list();
    minutes.add(second, ['leads']);
    minutes.remove(stored);
    expect(minutes.list()).toEqual([{ minute: second.toISOString(), up: ['website', 'leads'] }]);
  });

  it('drops the oldest minutes of a long outage', () => {
    const minutes = new UnreportedMinutes();
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 5) + minute * 60_000);
    for (let minute = 0; minute <= MAX_REPORTED_MINUTES; minute += 1) minutes.add(at(minute), ['website']);
    expect(minutes.list()).toHaveLength(MAX_REPORTED_MINUTES);
    expect(minutes.list()[0]?.minute).toBe(at(1).toISOString());
  });
});
