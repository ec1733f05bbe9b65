import type { AdminChange } from '@desk/contracts/admin/admin-changes.values';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { announceChanges, MIN_REFRESH_INTERVAL_MS, subscribeToChanges } from './admin-changes';

let isDialogOpen: boolean;
let announced: AdminChange[][];
let unsubscribe: () => unknown;

beforeEach(() => {
  jest.useFakeTimers();
  isDialogOpen = false;
  announced = [];
  const querySelector = () => (isDialogOpen ? {} : null);
  Object.assign(globalThis, { document: { querySelector } });
  unsubscribe = subscribeToChanges((changes) => announced.push([...changes]));
  jest.advanceTimersByTime(MIN_REFRESH_INTERVAL_MS);
});
afterEach(() => {
  unsubscribe();
  jest.advanceTimersByTime(MIN_REFRESH_INTERVAL_MS);
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'document');
});

test('announces at once, then gathers changes for a while', () => {
  announceChanges(['leads']);
  jest.advanceTimersByTime(0);
  expect(announced).toEqual([['leads']]);
  announceChanges(['leads', 'payments']);
  announceChanges(['payments']);
  jest.advanceTimersByTime(MIN_REFRESH_INTERVAL_MS - 1);
  expect(announced).toHaveLength(1);
  jest.advanceTimersByTime(1);
  expect(announced).toEqual([['leads'], ['leads', 'payments']]);
  jest.advanceTimersByTime(60_000);
  expect(announced).toHaveLength(2);
});

test('waits until no dialog is open', () => {
  isDialogOpen = true;
  announceChanges(['problems']);
  jest.advanceTimersByTime(60_000);
  expect(announced).toEqual([]);
  isDialogOpen = false;
  jest.advanceTimersByTime(MIN_REFRESH_INTERVAL_MS);
  expect(announced).toEqual([['problems']]);
});
