import { setTimeout as pause } from 'node:timers/promises';

export interface EventuallyOptions {
  /** Default 30,000 ms: it only matters when the check never comes true. */
  timeoutMs?: number;
  /** Default 20 ms. */
  intervalMs?: number;
}

/**
 * Calls `check` until it neither throws nor answers `false`, and resolves to its answer. When time is up it
 * throws with the last error in the message.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { timeoutMs = 30_000, intervalMs = 20 }: EventuallyOptions = {},
): Promise<Exclude<T, false>> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    let last: unknown = 'it answered false';
    try {
      const answer = await check();
      if (answer !== false) return answer as Exclude<T, false>;
    } catch (error) {
      last = error;
    }
    if (Date.now() >= deadline) {
      const reason = last instanceof Error ? last.message : String(last);
      throw new Error(`Not so within ${timeoutMs} ms: ${reason}`, { cause: last });
    }
    await pause(intervalMs);
  }
}
