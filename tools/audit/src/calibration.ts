/**
 * Lighthouse slows the processor down so that it stands for a mid-tier phone, and its 4 fits a fast desktop alone. By
 * its documentation (docs/throttling.md, "Calibrating the CPU slowdown") a slower machine takes less; these are the
 * points of the calculator named there: benchmark index, factor.
 */
const POINTS = [
  [150, 1],
  [800, 2],
  [1_300, 3],
  [1_533, 4],
] as const;

/** The factor for a machine of this benchmark index; never above Lighthouse's own 4. */
export function slowdownFor(benchmarkIndex: number): number {
  const [slowest, ...faster] = POINTS;
  let [index, factor]: readonly [number, number] = slowest;
  if (benchmarkIndex <= index) return factor;
  for (const [nextIndex, nextFactor] of faster) {
    if (benchmarkIndex < nextIndex)
      return factor + ((benchmarkIndex - index) / (nextIndex - index)) * (nextFactor - factor);
    [index, factor] = [nextIndex, nextFactor];
  }
  return factor;
}
