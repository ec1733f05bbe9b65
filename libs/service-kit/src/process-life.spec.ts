import { afterEach, expect, jest, test } from '@jest/globals';
import type { Logger } from './logging/logger.js';
import { onShutdown } from './process-life.js';

type Listener = (...args: unknown[]) => void;
const EVENTS = ['SIGTERM', 'SIGINT', 'unhandledRejection'];
const earlier = new Set<unknown>(EVENTS.flatMap((event) => process.rawListeners(event)));
const listAdded = (event: string): Listener[] =>
  process.rawListeners(event).filter((listener) => !earlier.has(listener)) as Listener[];

afterEach(() => {
  for (const event of EVENTS) listAdded(event).forEach((listener) => process.off(event, listener));
  jest.useRealTimers();
});

test.each(['SIGTERM', 'SIGINT'])('continues the shutdown when %s arrives again', (signal) => {
  // The shutdown never ends, and its real timeout would end this process.
  jest.useFakeTimers();
  const close = jest.fn(() => new Promise<void>(() => undefined));
  onShutdown({ info: () => undefined } as unknown as Logger, 15, close);
  for (let sent = 0; sent < 2; sent += 1) listAdded(signal).forEach((listener) => listener());
  expect(close).toHaveBeenCalledTimes(1);
  // Without a listener, the signal would end the process.
  expect(listAdded(signal)).toHaveLength(1);
});
