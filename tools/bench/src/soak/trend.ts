/** One measured value over time. Times are seconds since the first sample. */
export interface Series {
  readonly name: string;
  readonly unit: Unit;
  /** Whether every lead adds to it by design, as rows of sold leads. Such a series has no verdict. */
  readonly isKept: boolean;
  readonly points: readonly Point[];
}

export interface Point {
  readonly seconds: number;
  readonly value: number;
}

export type Unit = 'MB' | 'rows' | 'count' | 'ms';

/** Caches fill and code is compiled at first, so this share of the time is left out. */
const LEFT_OUT_SHARE = 0.25;
/** A series grows only if its line rises by more than this share of where it begins … */
const MAX_GROWTH_SHARE = 0.1;
/** … and by more than this, … */
const MIN_GROWTH: Readonly<Record<Unit, number>> = { MB: 5, rows: 100, count: 10, ms: 20 };
/** … and if the slope is more than this many standard errors above zero. */
const CERTAINTY = 2;
const MIN_POINTS = 10;

export const RULE = `A series grows if the fitted line rises by more than ${MAX_GROWTH_SHARE * 100} %, by more than ${Object.entries(
  MIN_GROWTH,
)
  .map(([unit, value]) => `${value} ${unit}`)
  .join(
    ' or ',
  )}, and its slope is more than ${CERTAINTY} standard errors above zero. The first ${LEFT_OUT_SHARE * 100} % of the time are left out.`;

/** `first` and `last` are values of the fitted line. */
export function trendOf({ points, unit, isKept }: Series) {
  const end = points.at(-1)?.seconds ?? 0;
  const fitted = points.filter(({ seconds }) => seconds >= LEFT_OUT_SHARE * end);
  const { intercept, slope, standardError } = fitLine(fitted);
  const at = (point: Point | undefined): number => intercept + slope * (point?.seconds ?? 0);
  const [first, last] = [at(fitted[0]), at(fitted.at(-1))];
  const growth = last - first;
  const grows =
    growth > MAX_GROWTH_SHARE * Math.max(0, first) &&
    growth > MIN_GROWTH[unit] &&
    slope > CERTAINTY * standardError;
  const verdict = isKept ? 'kept' : fitted.length < MIN_POINTS ? 'too short' : grows ? 'grows' : 'flat';
  return { first, last, slopePerHour: slope * 3_600, verdict };
}

/** Least squares. */
function fitLine(points: readonly Point[]) {
  const count = points.length;
  const mean = (of: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / Math.max(1, count);
  const [meanX, meanY] = [mean(({ seconds }) => seconds), mean(({ value }) => value)];
  const spread = count * mean(({ seconds }) => (seconds - meanX) ** 2);
  if (spread === 0) return { intercept: meanY, slope: 0, standardError: Infinity };
  const slope = (count * mean(({ seconds, value }) => (seconds - meanX) * (value - meanY))) / spread;
  const intercept = meanY - slope * meanX;
  const residuals = count * mean(({ seconds, value }) => (value - intercept - slope * seconds) ** 2);
  const standardError = count > 2 ? Math.sqrt(residuals / (count - 2) / spread) : Infinity;
  return { intercept, slope, standardError };
}
