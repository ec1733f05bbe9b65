import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { Collector } from './collector.js';

const DELAY_MS = 20;

function createCollector() {
  const handled: (readonly string[])[] = [];
  const collector = new Collector<string>(DELAY_MS, (items) => {
    handled.push(items);
    return Promise.resolve();
  });
  return { collector, handled };
}

it('handles together what is added within the delay', async () => {
  const { collector, handled } = createCollector();
  collector.add('a');
  collector.add('b', 'c');
  expect(handled).toEqual([]);
  await pause(3 * DELAY_MS);
  collector.add('d');
  await pause(3 * DELAY_MS);
  expect(handled).toEqual([['a', 'b', 'c'], ['d']]);
});

it('handles what waits when it is flushed, and handles it once', async () => {
  const { collector, handled } = createCollector();
  collector.add('a');
  await collector.flush();
  expect(handled).toEqual([['a']]);
  await pause(3 * DELAY_MS);
  expect(handled).toEqual([['a']]);
});

it('handles nothing if nothing was added', async () => {
  const { collector, handled } = createCollector();
  collector.add();
  await collector.flush();
  await pause(3 * DELAY_MS);
  expect(handled).toEqual([]);
});
