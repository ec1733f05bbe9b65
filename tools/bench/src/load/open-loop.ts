import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from './clock.js';

/**
 * Calls `fire` at a steady rate, whether or not earlier calls are over, and resolves when all are. Each is told when it
 * was due: latency is counted from there, so that a load that falls behind does not hide it.
 */
export async function openLoop(
  { count, ratePerSecond, clock }: { count: number; ratePerSecond: number; clock: Clock },
  fire: (index: number, dueAt: number) => Promise<void>,
): Promise<void> {
  const began = clock.now() + 20;
  const calls: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    const dueAt = began + (index * 1_000) / ratePerSecond;
    const early = dueAt - clock.now();
    if (early > 0) await pause(early);
    calls.push(fire(index, dueAt));
  }
  await Promise.all(calls);
}
