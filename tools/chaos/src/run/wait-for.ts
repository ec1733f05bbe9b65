import { setTimeout as pause } from 'node:timers/promises';

/** Polls until `poll` returns a value. Returns undefined at the timeout; rejects when interrupted. */
export async function waitFor<T>(
  poll: () => Promise<T | undefined> | T | undefined,
  { timeoutMs, intervalMs = 50, signal }: { timeoutMs: number; intervalMs?: number; signal: AbortSignal },
): Promise<T | undefined> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    signal.throwIfAborted();
    const value = await poll();
    if (value !== undefined || Date.now() >= deadline) return value;
    await pause(intervalMs, undefined, { signal });
  }
}
