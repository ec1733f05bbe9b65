import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { createRegistry } from './create-registry.js';

const valueOf = (text: string, series: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')[1],
  );

function occupyEventLoop(ms: number): void {
  const startedAt = performance.now();
  while (performance.now() - startedAt < ms);
}

it('reports how late timers are', async () => {
  const registry = createRegistry();
  // The timer that is due after 500 ms runs before the one of this pause.
  occupyEventLoop(700);
  await pause(10);
  const text = await registry.metrics();
  const punctual = valueOf(text, 'event_loop_delay_seconds_bucket{le="0.1"}');
  expect(valueOf(text, 'event_loop_delay_seconds_count')).toBeGreaterThan(punctual);
  expect(valueOf(text, 'event_loop_utilization')).toBeGreaterThan(0);
});

it('omits metrics that count the interval between two samples as lag', async () => {
  const text = await createRegistry().metrics();
  expect(text).not.toMatch(/nodejs_eventloop_lag_p99/);
  expect(text).toMatch(/# EOF\n$/);
});
