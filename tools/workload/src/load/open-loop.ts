import { setTimeout as pause } from 'node:timers/promises';

interface OpenLoopOptions {
  readonly count: number;
  readonly ratePerSecond: number;
  readonly clock: Clock;
  /** Stops making calls once it returns true. */
  readonly isOver?: () => boolean;
}

const START_DELAY_MS = 20;

/**
 * Makes calls at a steady rate, whether or not earlier calls have finished. Resolves when all have.
 *
 * Each call receives the time it was due. Measure latency from there: a system that stalls cannot hide it by delaying
 * later calls (coordinated omission).
 */
export async function openLoop(
  { count, ratePerSecond, clock, isOver = () => false }: OpenLoopOptions,
  call: (index: number, dueAt: number) => Promise<unknown>,
): Promise<void> {
  const startAt = clock.now() + START_DELAY_MS;
  const calls: Promise<unknown>[] = [];
  for (let index = 0; index < count && !isOver(); index += 1) {
    const dueAt = startAt + (index * 1_000) / ratePerSecond;
    const earlyMs = dueAt - clock.now();
    if (earlyMs > 0) await pause(earlyMs);
    calls.push(call(index, dueAt));
  }
  await Promise.all(calls);
}

/** Milliseconds since the epoch, with fractions. Comparable with the clocks of other processes on this machine. */
export class Clock {
  private readonly offset = Date.now() - performance.now();

  now(): number {
    return this.offset + performance.now();
  }
}
