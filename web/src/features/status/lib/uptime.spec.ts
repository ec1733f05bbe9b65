import { describe, expect, it } from '@jest/globals';
import { formatUptime, getTone, getUptime } from './uptime';

const history = {
  days: [
    { date: '2026-01-03', minutes: 0 },
    { date: '2026-01-04', minutes: 600 },
    { date: '2026-01-05', minutes: 1_440 },
  ],
  components: [{ component: 'payments' as const, upMinutes: [0, 600, 1_441] }],
};

describe('getUptime', () => {
  it('adds up the days and never exceeds their minutes', () => {
    const uptime = getUptime(history, 'payments');
    expect(uptime).toMatchObject({ minutes: 2_040, upMinutes: 2_040 });
    expect(uptime?.days.map(({ upMinutes }) => upMinutes)).toEqual([0, 600, 1_440]);
    expect(getUptime(history, 'leads')).toBeNull();
  });
});

describe('formatUptime', () => {
  it.each([
    [0, 0, 'No data'],
    [1_440, 1_440, '100%'],
    [129_600, 129_599, '99.99%'],
    [1_440, 1_426, '99.02%'],
    [1_440, 0, '0.00%'],
  ])('of %d minutes with %d up is %s', (minutes, upMinutes, text) => {
    expect(formatUptime({ minutes, upMinutes })).toBe(text);
  });
});

describe('getTone', () => {
  it.each([
    [0, 0, 'none'],
    [1_440, 1_440, 'full'],
    [1_440, 1_439, 'partial'],
    [1_440, 1_400, 'poor'],
  ] as const)('of %d minutes with %d up is %s', (minutes, upMinutes, tone) => {
    expect(getTone({ date: '2026-01-05', minutes, upMinutes })).toBe(tone);
  });
});
