import { alignColumns } from '@desk/tool-workload';
import { latencyOf, type Sample } from '../load/load.js';
import { createReport, formatMs, formatVerdict, type Report, type RunResult } from '../scenario.js';

export interface ListPhase {
  readonly rows: number;
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
}

interface ListsResult extends Omit<RunResult, 'errors'> {
  readonly requests: number;
  readonly phases: readonly ListPhase[];
}

/** With many rows, the p95 of every list and search must be below this. */
const TARGET_P95_MS = 50;
/** That p95 may be at most this many times the p95 with few rows. */
const TARGET_RATIO = 2;

/** Compares the latencies of each list with few and with many rows, in milliseconds. */
export function toRows([few, many]: readonly ListPhase[]) {
  return [...(many?.samples ?? [])].map(([name, samples]) => {
    const fewP95 = latencyOf(few?.samples.get(name) ?? []).accepted?.p95;
    const manyTimes = latencyOf(samples).accepted;
    const isMet =
      fewP95 !== undefined &&
      manyTimes !== undefined &&
      manyTimes.p95 < TARGET_P95_MS &&
      manyTimes.p95 <= fewP95 * TARGET_RATIO;
    return { name, fewP95, manyP50: manyTimes?.p50, manyP95: manyTimes?.p95, isMet };
  });
}

export function toReport({ requests, phases, ...run }: ListsResult): Report {
  const rows = toRows(phases);
  const errors = phases.flatMap(({ samples }) =>
    [...samples].flatMap(([name, all]) => all.flatMap(({ error }) => (error ? [`${name}: ${error}`] : []))),
  );
  const size = (index: number): string => (phases[index]?.rows ?? 0).toLocaleString('en-US');
  const titles = [`p95 at ${size(0)}`, `p50 at ${size(1)}`, `p95 at ${size(1)}`];
  return createReport(
    { ...run, errors },
    alignColumns(
      [
        [`${requests} of each, one at a time; ms`, ...titles, ''],
        ...rows.map(({ name, fewP95, manyP50, manyP95, isMet }) => [
          name,
          ...[fewP95, manyP50, manyP95].map(formatMs),
          isMet ? '✓' : '✗',
        ]),
      ],
      [1, 2, 3],
    ),
    [
      formatVerdict(
        rows.every(({ isMet }) => isMet),
        `p95 below ${TARGET_P95_MS} ms at ${size(1)} leads, and at most ${TARGET_RATIO} times the p95 at ${size(0)}`,
      ),
    ],
  );
}
