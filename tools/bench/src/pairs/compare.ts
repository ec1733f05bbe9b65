import type { ApiAnswer } from '../api/keep-alive.js';

/** Asked for in each round, in random order. `other` is a second unknown address: what it differs by is noise. */
export const arms = ['known', 'unknown', 'other'] as const;
export type Arm = (typeof arms)[number];

export interface Timed extends ApiAnswer {
  readonly ms: number;
}
export type Round = Readonly<Record<Arm, Timed>>;

export interface Difference {
  /** Of the medians, in milliseconds. */
  readonly ms: number;
  /** Where it lies in 95 of 100 such measurements. */
  readonly interval: readonly [from: number, to: number];
}

export interface Comparison {
  /** Each answer that an arm got: status, names of the headers, body. */
  readonly answers: Readonly<Record<Arm, readonly string[]>>;
  readonly times: Readonly<Record<Arm, { readonly median: number; readonly p95: number }>>;
  /** Known less unknown, and unknown less the other unknown. */
  readonly difference: Difference;
  readonly noise: Difference;
  readonly sameAnswers: boolean;
  readonly sameTime: boolean;
}

const RESAMPLES = 2_000;
/** Of the median. Less than this differs between two runs of the very same thing. */
export const TOLERANCE = 0.02;

const percentile = (sorted: ArrayLike<number>, share: number): number => {
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)] ?? NaN, sorted[Math.ceil(place)] ?? NaN];
  return low + (high - low) * (place - Math.floor(place));
};
const sorted = (values: Iterable<number>): Float64Array => Float64Array.from(values).sort();

/** Known and unknown must get the same answers, in the same time as far as it can be told. */
export function compare(rounds: readonly Round[], random: () => number): Comparison {
  const times = byArm((arm) => {
    const all = sorted(rounds.map((round) => round[arm].ms));
    return { median: percentile(all, 0.5), p95: percentile(all, 0.95) };
  });
  const answers = byArm((arm) => [...new Set(rounds.map((round) => describe(round[arm])))].toSorted());
  const difference = differenceOf(rounds, ['known', 'unknown'], random);
  return {
    answers,
    times,
    difference,
    noise: differenceOf(rounds, ['unknown', 'other'], random),
    sameAnswers: arms.every((arm) => JSON.stringify(answers[arm]) === JSON.stringify(answers.unknown)),
    sameTime: !isReal(difference, times.unknown.median),
  };
}

/**
 * Beyond noise: the interval leaves 0 out, and the difference is more than 2 % of the median. The interval alone would
 * cry wolf in one of twenty runs.
 */
export const isReal = ({ ms, interval: [from, to] }: Difference, median: number): boolean =>
  (from > 0 || to < 0) && Math.abs(ms) > median * TOLERANCE;

function byArm<T>(of: (arm: Arm) => T): Readonly<Record<Arm, T>> {
  return { known: of('known'), unknown: of('unknown'), other: of('other') };
}

/** Values of headers are left out: the date, and the length that the body has anyway. */
const describe = ({ status, headers, body }: Timed): string =>
  `${status} ${Object.keys(headers).toSorted().join(',')} ${body}`;

/** By bootstrap over whole rounds, so that a busy spell of the machine falls on both alike. */
function differenceOf(
  rounds: readonly Round[],
  [a, b]: readonly [Arm, Arm],
  random: () => number,
): Difference {
  const of = (sample: readonly Round[]): number =>
    percentile(sorted(sample.map((round) => round[a].ms)), 0.5) -
    percentile(sorted(sample.map((round) => round[b].ms)), 0.5);
  const resampled = sorted(
    Array.from({ length: RESAMPLES }, () =>
      of(rounds.map((round) => rounds[Math.floor(random() * rounds.length)] ?? round)),
    ),
  );
  return { ms: of(rounds), interval: [percentile(resampled, 0.025), percentile(resampled, 0.975)] };
}
