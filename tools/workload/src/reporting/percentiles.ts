export interface Percentiles {
  readonly count: number;
  readonly p50: number;
  readonly p90: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** Returns the nearest-rank percentile, which is always a measured value; undefined without values. */
export function percentile(ascending: ArrayLike<number>, share: number): number | undefined {
  return ascending[Math.max(0, Math.ceil(ascending.length * share) - 1)];
}

/** Returns undefined without values. */
export function percentilesOf(values: readonly number[]): Percentiles | undefined {
  if (values.length === 0) return undefined;
  const ascending = Float64Array.from(values).sort();
  const at = (share: number): number => percentile(ascending, share) ?? NaN;
  return { count: values.length, p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99), max: at(1) };
}
