import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Collector } from './collector.js';

const DELAY_MS = 20;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function createCollector() {
  const handled: (readonly string[])[] = [];
  const finishers: (() => void)[] = [];
  const collector = new Collector<string>(DELAY_MS, (items) => {
    handled.push(items);
    return new Promise((resolve) => finishers.push(resolve));
  });
  return { collector, handled, finish: () => finishers.forEach((finish) => finish()) };
}

it('handles together what is added within the delay', () => {
  const { collector, handled } = createCollector();
  collector.add('a');
  collector.add('b', 'c');
  jest.advanceTimersByTime(DELAY_MS - 1);
  expect(handled).toEqual([]);
  jest.advanceTimersByTime(1);
  collector.add('d');
  jest.advanceTimersByTime(DELAY_MS);
  expect(handled).toEqual([['a', 'b', 'c'], ['d']]);
});

it('handles what is collected when it is flushed, once', () => {
  const { collector, handled } = createCollector();
  collector.add('a');
  void collector.flush();
  jest.advanceTimersByTime(DELAY_MS);
  expect(handled).toEqual([['a']]);
});

it('waits for items that it is handling when it is flushed', async () => {
  const { collector, finish } = createCollector();
  collector.add('a');
  jest.advanceTimersByTime(DELAY_MS);
  let isFlushed = false;
  const flushed = collector.flush().then(() => (isFlushed = true));
  await Promise.resolve();
  expect(isFlushed).toBe(false);
  finish();
  await flushed;
});

it('handles nothing if nothing was added', async () => {
  const { collector, handled } = createCollector();
  collector.add();
  await collector.flush();
  jest.advanceTimersByTime(DELAY_MS);
  expect(handled).toEqual([]);
});
