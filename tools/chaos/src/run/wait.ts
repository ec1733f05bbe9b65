import { setTimeout as pause } from 'node:timers/promises';

/** Asks until the answer is there, at most `forMs`. Undefined when the time is up; rejects when interrupted. */
export async function waitFor<T>(
  ask: () => Promise<T | undefined> | T | undefined,
  { forMs, everyMs = 50, signal }: { forMs: number; everyMs?: number; signal: AbortSignal },
): Promise<T | undefined> {
  const end = Date.now() + forMs;
  for (;;) {
    signal.throwIfAborted();
    const answer = await ask();
    if (answer !== undefined || Date.now() >= end) return answer;
    await pause(everyMs, undefined, { signal });
  }
}
