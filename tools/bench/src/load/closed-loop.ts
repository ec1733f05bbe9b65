import type { Clock } from './clock.js';

/** Keeps `concurrency` calls going until the time is over or `most` were made; resolves with how many were. */
export async function closedLoop(
  options: { concurrency: number; forMs: number; most: number; clock: Clock },
  fire: (index: number, dueAt: number) => Promise<void>,
): Promise<number> {
  const { concurrency, forMs, most, clock } = options;
  const end = clock.now() + forMs;
  let begun = 0;
  const worker = async (): Promise<void> => {
    while (begun < most && clock.now() < end) {
      begun += 1;
      await fire(begun - 1, clock.now());
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return begun;
}
