import { percentilesOf, type Percentiles } from '@desk/tool-workload';

/** One call. Times are milliseconds since the epoch. */
export interface Sample {
  readonly dueAt: number;
  acceptedAt?: number;
  /** When the mail server received the lead's email, or when a baseline could have sent it. */
  emailedAt?: number;
  leadId?: string;
  error?: string;
  /** How long a funnel whose post was refused was told to wait. */
  retryAfterMs?: number;
}

type Step = 'acceptedAt' | 'emailedAt';

export interface Latency {
  readonly accepted: Percentiles | undefined;
  readonly emailed: Percentiles | undefined;
  readonly errors: number;
}

const durationsMs = (samples: readonly Sample[], step: Step): number[] =>
  samples.flatMap((sample) => {
    const at = sample[step];
    return at === undefined ? [] : [at - sample.dueAt];
  });

export const latencyOf = (samples: readonly Sample[]): Latency => ({
  accepted: percentilesOf(durationsMs(samples, 'acceptedAt')),
  emailed: percentilesOf(durationsMs(samples, 'emailedAt')),
  errors: samples.filter(({ error }) => error !== undefined).length,
});

/** Calls per second from the first due time to the last completed step. */
export function ratePerSecond(samples: readonly Sample[], step: Step): number {
  const completedAt = samples.flatMap((sample) => sample[step] ?? []);
  if (completedAt.length === 0) return 0;
  const from = samples.reduce((earliest, { dueAt }) => Math.min(earliest, dueAt), Infinity);
  const to = completedAt.reduce((latest, at) => Math.max(latest, at), -Infinity);
  return (completedAt.length * 1_000) / Math.max(1, to - from);
}

/** Makes one call and appends its sample, also if it fails. Resolves to the sample's `retryAfterMs`. */
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
