import { DomainError } from '@desk/contracts';
import type { Logger } from '@desk/service-kit';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { MatchCountsService, type ReceivedLeadsRepository } from './match-counts.service.js';
import type { ReceivedClass } from './match-counts.js';

const NOON = new Date('2026-03-10T12:00:00Z');
const all = { states: [], leadTypes: [], assetBands: [], ageRanges: [] };
const texas = { ...all, states: ['TX' as const] };
const never = new Promise<never>(() => undefined);
const inState = (state: string): ReceivedClass[] => [
  { state, leadType: 'Fixed', estimatedAssets: '$1M+', ageRange: '76+', count: 1 },
];

const countDay = jest.fn<ReceivedLeadsRepository['countDay']>();
const warn = jest.fn();
let service: MatchCountsService;

beforeEach(() => {
  jest.useFakeTimers({ now: NOON });
  countDay.mockReset().mockResolvedValue(inState('FL'));
  warn.mockReset();
  service = new MatchCountsService({ countDay } as never, { warn } as unknown as Logger);
});
afterEach(() => {
  jest.useRealTimers();
});

const minuteLater = () => jest.advanceTimersByTimeAsync(60_000);

test('adds up today and the 30 days before', async () => {
  await expect(service.count(texas)).resolves.toEqual({ days: 30, received: 31, matching: 0 });
  const days = countDay.mock.calls.map(([start]) => start.toISOString()).toSorted();
  expect([days.length, days.at(0), days.at(-1)]).toEqual([
    31,
    '2026-02-08T00:00:00.000Z',
    '2026-03-10T00:00:00.000Z',
  ]);
});

test('counts past days once a day, and today once a minute', async () => {
  await service.count(all);
  await service.count(all);
  expect(countDay).toHaveBeenCalledTimes(31);
  await minuteLater();
  await service.count(all);
  expect(countDay).toHaveBeenCalledTimes(32);
  await jest.advanceTimersByTimeAsync(12 * 60 * 60_000);
  await service.count(all);
  expect(countDay).toHaveBeenCalledTimes(32 + 31);
});

test('filters count as matching until leads are counted, however long that takes', async () => {
  countDay.mockReturnValue(never);
  expect(service.hasMatches(texas)).toBe(true);
  await minuteLater();
  expect(service.hasMatches(texas)).toBe(true);
  expect(countDay).toHaveBeenCalledTimes(1);
});

test('filters have matches according to the last counts, while newer ones are read', async () => {
  await service.count(all);
  expect(service.hasMatches(texas)).toBe(false);
  await minuteLater();
  countDay.mockReturnValue(never);
  expect(service.hasMatches(texas)).toBe(false);
  const counts = service.count(texas);
  await jest.advanceTimersByTimeAsync(2_000);
  await expect(counts).resolves.toEqual({ days: 30, received: 31, matching: 0 });
});

test('newer counts replace the last ones', async () => {
  await service.count(all);
  await minuteLater();
  countDay.mockResolvedValue(inState('TX'));
  service.hasMatches(texas);
  await jest.advanceTimersByTimeAsync(0);
  expect(service.hasMatches(texas)).toBe(true);
});

test('a failed count is logged and repeated', async () => {
  countDay.mockRejectedValueOnce(new Error('statement timeout'));
  await expect(service.count(all)).rejects.toEqual(new DomainError('UNAVAILABLE'));
  expect(warn).toHaveBeenCalledTimes(1);
  await expect(service.count(all)).resolves.toMatchObject({ received: 31 });
});
