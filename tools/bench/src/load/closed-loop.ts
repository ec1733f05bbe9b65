import type { Clock } from '@desk/tool-workload';

export interface ClosedLoopOptions {
  readonly concurrency: number;
  readonly durationMs: number;
  readonly maxCalls: number;
  readonly clock: Clock;
}

/** Keeps `concurrency` calls in flight until the time is over or `maxCalls` were made. Returns the number of calls. */
export async function closedLoop(
  { concurrency, durationMs, maxCalls, clock }: ClosedLoopOptions,
  call: (index: number, dueAt: number) => Promise<void>,
): Promise<number> {
  const deadline = clock.now() + durationMs;
  let count = 0;
  const worker = async (): Promise<void> => {
    while (count < maxCalls && clock.now() < deadline) {
      count += 1;
      await call(count - 1, clock.now());
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return count;
}
