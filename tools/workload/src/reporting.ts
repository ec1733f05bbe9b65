/** Returns the nearest-rank percentile, which is always a measured value; undefined without values. */
export function percentile(ascending: ArrayLike<number>, share: number): number | undefined {
  return ascending[Math.max(0, Math.ceil(ascending.length * share) - 1)];
}

/** Returns undefined without values. */
export function percentilesOf(values: readonly number[]) {
  if (values.length === 0) return undefined;
  const ascending = Float64Array.from(values).sort();
  const at = (share: number): number => percentile(ascending, share) ?? NaN;
  return { count: values.length, p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99), max: at(1) };
}
export type Percentiles = NonNullable<ReturnType<typeof percentilesOf>>;

/** Joins each row into a line whose columns line up. Columns listed in `rightAligned` are aligned to the right. */
export function alignColumns(
  rows: readonly (readonly string[])[],
  rightAligned: readonly number[] = [],
): string[] {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, cell.length)));
  const pad = (cell: string, column: number): string =>
    rightAligned.includes(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => row.map(pad).join('  ').trimEnd());
}
