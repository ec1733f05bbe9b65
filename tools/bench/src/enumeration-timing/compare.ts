import { type HttpResponse, percentile } from '@desk/tool-workload';

/** Requested in each round. `control` is a second unknown email: its difference to `unknown` is noise. */
export const variants = ['known', 'unknown', 'control'] as const;
export type Variant = (typeof variants)[number];

export interface Answer extends HttpResponse {
  readonly durationMs: number;
}
export type Round = Readonly<Record<Variant, Answer>>;

/** Difference of two medians. */
export interface Difference {
  readonly ms: number;
  /** 95 % confidence interval. */
  readonly interval: readonly [from: number, to: number];
}

export type Comparison = ReturnType<typeof compare>;

const RESAMPLES = 2_000;
/** Smaller differences, as a share of the median, also occur between two runs of the same code. */
export const TOLERANCE = 0.02;

/** Compares the answers, and the time to answer, for known and unknown emails. */
export function compare(rounds: readonly Round[], random: () => number) {
  const times = forEachVariant((variant) => {
    const durations = Float64Array.from(rounds, (round) => round[variant].durationMs).sort();
    return { median: percentileOf(durations, 0.5), p95: percentileOf(durations, 0.95) };
  });
  const answers = forEachVariant((variant) =>
    [...new Set(rounds.map((round) => describeAnswer(round[variant])))].toSorted(),
  );
  const difference = differenceOf(rounds, ['known', 'unknown'], random);
  return {
    /** The distinct answers to each variant: status, header names, body. */
    answers,
    times,
    /** Known minus unknown. */
    difference,
    /** Unknown minus control. */
    noise: differenceOf(rounds, ['unknown', 'control'], random),
    hasSameAnswers: variants.every(
      (variant) => JSON.stringify(answers[variant]) === JSON.stringify(answers.unknown),
    ),
    hasSameTime: !isSignificant(difference, times.unknown.median),
  };
}

/**
 * Whether the interval excludes 0 and the difference exceeds the tolerance. The interval alone would raise a false
 * alarm in one of twenty runs.
 */
export const isSignificant = ({ ms, interval: [from, to] }: Difference, medianMs: number): boolean =>
  (from > 0 || to < 0) && Math.abs(ms) > medianMs * TOLERANCE;

function forEachVariant<T>(compute: (variant: Variant) => T): Readonly<Record<Variant, T>> {
  return { known: compute('known'), unknown: compute('unknown'), control: compute('control') };
}

/** Omits header values, because the date differs in any case. */
const describeAnswer = ({ status, headers, body }: Answer): string =>
  `${status} ${Object.keys(headers).toSorted().join(',')} ${body}`;

/** Bootstraps over whole rounds, so that a slow period of the machine affects both variants equally. */
function differenceOf(
  rounds: readonly Round[],
  [a, b]: readonly [Variant, Variant],
  random: () => number,
): Difference {
  const durationsOf = (variant: Variant) => Float64Array.from(rounds, (round) => round[variant].durationMs);
  const [durationsA, durationsB] = [durationsOf(a), durationsOf(b)];
  const sampleA = new Float64Array(rounds.length);
  const sampleB = new Float64Array(rounds.length);
  const resampledDifference = (): number => {
    for (let position = 0; position < rounds.length; position += 1) {
      const index = Math.floor(random() * rounds.length);
      sampleA[position] = durationsA[index] ?? NaN;
      sampleB[position] = durationsB[index] ?? NaN;
    }
    return medianOf(sampleA) - medianOf(sampleB);
  };
  const resampled = Float64Array.from({ length: RESAMPLES }, resampledDifference).sort();
  return {
    ms: medianOf(durationsA) - medianOf(durationsB),
    interval: [percentileOf(resampled, 0.025), percentileOf(resampled, 0.975)],
  };
}

const medianOf = (values: Float64Array): number => percentileOf(values.toSorted(), 0.5);

const percentileOf = (ascending: Float64Array, share: number): number => percentile(ascending, share) ?? NaN;
