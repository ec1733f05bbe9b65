import { setTimeout as pause } from 'node:timers/promises';

export interface EventuallyOptions {
  /** Default 60,000 ms. Only matters if the check never succeeds. */
  timeoutMs?: number;
  /** Pause after the first attempt, default 10 ms. Later pauses grow to `MAX_PAUSE_MS`. */
  intervalMs?: number;
}

/** More frequent checks would take processor time from the tested services. */
const MAX_PAUSE_MS = 200;
const PAUSE_GROWTH = 1.3;

/**
 * Calls `check` until it neither throws nor returns `false`, and resolves to its result. Throws after the timeout,
 * with the last error in the message.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { timeoutMs = 60_000, intervalMs = 10 }: EventuallyOptions = {},
): Promise<Exclude<T, false>> {
  const deadline = Date.now() + timeoutMs;
  let pauseMs = intervalMs;
  for (;;) {
    let lastError: unknown = 'the check returned false';
    try {
      const result = await check();
      if (result !== false) return result as Exclude<T, false>;
    } catch (error) {
      lastError = error;
    }
    if (Date.now() >= deadline) {
      const reason = lastError instanceof Error ? lastError.message : String(lastError);
      throw new Error(`Still failing after ${timeoutMs} ms: ${reason}`, { cause: lastError });
    }
    await pause(pauseMs);
    pauseMs = Math.max(intervalMs, Math.min(pauseMs * PAUSE_GROWTH, MAX_PAUSE_MS));
  }
}
