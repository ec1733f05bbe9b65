import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, percentilesOf } from '@desk/tool-workload';

/** One call. Times are milliseconds since the epoch. */
export interface Sample {
  readonly dueAt: number;
  acceptedAt?: number;
  /** When the lead's email was recorded as sent. */
  emailedAt?: number;
  leadId?: string;
  error?: string;
  /** How long the refusal asked the funnel to wait. */
  retryAfterMs?: number;
}

type Step = 'acceptedAt' | 'emailedAt';

const durationsMs = (samples: readonly Sample[], step: Step): number[] =>
  samples.flatMap((sample) => {
    const at = sample[step];
    return at === undefined ? [] : [at - sample.dueAt];
  });

export const latencyOf = (samples: readonly Sample[]) => ({
  accepted: percentilesOf(durationsMs(samples, 'acceptedAt')),
  emailed: percentilesOf(durationsMs(samples, 'emailedAt')),
});

/** Calls per second from the first due time to the last completed step. */
export function ratePerSecond(samples: readonly Sample[], step: Step): number {
  const completedAt = samples.flatMap((sample) => sample[step] ?? []);
  if (completedAt.length === 0) return 0;
  const from = samples.reduce((earliest, { dueAt }) => Math.min(earliest, dueAt), Infinity);
  const to = completedAt.reduce((latest, at) => Math.max(latest, at), -Infinity);
  return (completedAt.length * 1_000) / Math.max(1, to - from);
}

/** Makes one call and appends its sample, even if it fails. Resolves to the sample's `retryAfterMs`. */
export async function collectSample(
  samples: Sample[],
  dueAt: number,
  call: (sample: Sample) => Promise<void>,
): Promise<number | undefined> {
  const sample: Sample = { dueAt };
  samples.push(sample);
  try {
    await call(sample);
  } catch (error) {
    sample.error = error instanceof Error ? error.message : String(error);
  }
  return sample.retryAfterMs;
}

interface ClosedLoopOptions {
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
