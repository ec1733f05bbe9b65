/**
 * Pairs of benchmark index and slowdown factor that emulate a mid-tier phone. The default factor of Lighthouse, 4, fits
 * fast desktops only. The pairs come from the calculator in its guide to throttling, "Calibrating the CPU slowdown".
 */
const SLOWDOWN_BY_BENCHMARK_INDEX = [
  [150, 1],
  [800, 2],
  [1_300, 3],
  [1_533, 4],
] as const;

/** Returns the slowdown factor for a benchmark index, at most Lighthouse's default of 4. */
export function getCpuSlowdown(benchmarkIndex: number): number {
  const [slowest, ...faster] = SLOWDOWN_BY_BENCHMARK_INDEX;
  let [index, factor]: readonly [number, number] = slowest;
  if (benchmarkIndex <= index) return factor;
  for (const [nextIndex, nextFactor] of faster) {
    if (benchmarkIndex < nextIndex)
      return factor + ((benchmarkIndex - index) / (nextIndex - index)) * (nextFactor - factor);
    [index, factor] = [nextIndex, nextFactor];
  }
  return factor;
}
