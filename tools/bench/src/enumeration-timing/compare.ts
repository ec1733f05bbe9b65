import { type HttpResponse, percentile } from '@desk/tool-workload';

export const variants = ['known', 'unknown'] as const;
export type Variant = (typeof variants)[number];

export interface Answer extends HttpResponse {
  readonly durationMs: number;
}
/** The answers to one email that has an account, and to one that has none. */
export type Round = Readonly<Record<Variant, Answer>>;

export type Comparison = ReturnType<typeof compare>;

/** Smaller differences, as a share of the median, also occur between two runs of the same code. */
const TOLERANCE = 0.02;

/** Compares the answers, and the time to answer, for known and unknown emails. */
export function compare(rounds: readonly Round[]) {
  const [known, unknown] = [describe(rounds, 'known'), describe(rounds, 'unknown')];
  const slowerKnown = rounds.filter((round) => round.known.durationMs > round.unknown.durationMs).length;
  const differenceMs = known.median - unknown.median;
  const isLarge = Math.abs(differenceMs) > unknown.median * TOLERANCE;
  return {
    known,
    unknown,
    differenceMs,
    slowerKnownShare: slowerKnown / rounds.length,
    hasSameAnswers: JSON.stringify(known.answers) === JSON.stringify(unknown.answers),
    hasSameTime: !(isLarge && isUneven(slowerKnown, rounds.length)),
  };
}

/** A sign test: whether a fair coin would give so uneven a series in less than 5 % of all cases. */
const isUneven = (heads: number, throws: number): boolean =>
  Math.abs(heads - throws / 2) > 1.96 * Math.sqrt(throws / 4);

function describe(rounds: readonly Round[], variant: Variant) {
  const answers = rounds.map((round) => round[variant]);
  const durations = Float64Array.from(answers, ({ durationMs }) => durationMs).sort();
  return {
    median: percentile(durations, 0.5) ?? NaN,
    p95: percentile(durations, 0.95) ?? NaN,
    /** The distinct answers: status, header names, body. Without header values, because the date always differs. */
    answers: [
      ...new Set(
        answers.map(
          ({ status, headers, body }) => `${status} ${Object.keys(headers).toSorted().join(',')} ${body}`,
        ),
      ),
    ].toSorted(),
  };
}
