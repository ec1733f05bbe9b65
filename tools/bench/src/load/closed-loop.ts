import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '@desk/tool-workload';

export interface ClosedLoopOptions {
  readonly concurrency: number;
  readonly durationMs: number;
  readonly maxCalls: number;
  readonly clock: Clock;
}

/**
 * Keeps `concurrency` callers busy until the time is over or `maxCalls` were made. A call resolves to the milliseconds that its
 * caller was told to wait, if any. Returns the number of calls.
 */
export async function closedLoop(
  { concurrency, durationMs, maxCalls, clock }: ClosedLoopOptions,
  call: (index: number, dueAt: number) => Promise<number | undefined>,
): Promise<number> {
  const deadline = clock.now() + durationMs;
  let count = 0;
  const worker = async (): Promise<void> => {
    while (count < maxCalls && clock.now() < deadline) {
      count += 1;
      const waitMs = (await call(count - 1, clock.now())) ?? 0;
      if (clock.now() + waitMs >= deadline) return;
      if (waitMs > 0) await pause(waitMs);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return count;
}
