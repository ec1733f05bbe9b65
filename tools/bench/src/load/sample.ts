import { percentilesOf, type Percentiles } from '@desk/tool-workload';

/** One call: when it was due and when its steps were over, in milliseconds since the epoch. */
export interface Sample {
  readonly dueAt: number;
  acceptedAt?: number;
  /** When it could be, or was, handed to the mail server. */
  mailedAt?: number;
  leadId?: string;
  error?: string;
}

export interface Latency {
  readonly accepted: Percentiles | undefined;
  readonly mailed: Percentiles | undefined;
  readonly errors: number;
}

const since = (samples: readonly Sample[], end: 'acceptedAt' | 'mailedAt'): number[] =>
  samples.flatMap((sample) => {
    const at = sample[end];
    return at === undefined ? [] : [at - sample.dueAt];
  });

export const latencyOf = (samples: readonly Sample[]): Latency => ({
  accepted: percentilesOf(since(samples, 'acceptedAt')),
  mailed: percentilesOf(since(samples, 'mailedAt')),
  errors: samples.filter(({ error }) => error !== undefined).length,
});

/** Per second, from the first that was due to the last that was done. */
export function ratePerSecond(samples: readonly Sample[], end: 'acceptedAt' | 'mailedAt'): number {
  const ends = samples.flatMap((sample) => sample[end] ?? []);
  if (ends.length === 0) return 0;
  const from = samples.reduce((least, { dueAt }) => Math.min(least, dueAt), Infinity);
  const to = ends.reduce((most, at) => Math.max(most, at), -Infinity);
  return (ends.length * 1_000) / Math.max(1, to - from);
}

/** Runs one call and notes how it ended. */
export async function take(
  samples: Sample[],
  dueAt: number,
  call: (sample: Sample) => Promise<void>,
): Promise<void> {
  const sample: Sample = { dueAt };
  samples.push(sample);
  try {
    await call(sample);
  } catch (error) {
    sample.error = error instanceof Error ? error.message : String(error);
  }
}
