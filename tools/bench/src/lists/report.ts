import { alignColumns } from '@desk/tool-workload';
import { latencyOf, type Sample } from '../load/sample.js';
import { type LoadFigures, type Machine, machineText } from '../machine.js';
import { errorsText, ms } from '../output/text.js';
import type { Report } from '../scenarios.js';

export interface ListPhase {
  readonly rows: number;
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
}

export interface ListsResult {
  readonly machine: Machine;
  readonly load: LoadFigures;
  readonly requests: number;
  readonly phases: readonly ListPhase[];
}

/** p95 of every list and search with many rows behind it, in milliseconds. */
const TARGET_MS = 50;
/** And no more than so many times what it is with few. */
const TARGET_RATIO = 2;

interface Row {
  readonly name: string;
  readonly few: number | undefined;
  readonly p50: number | undefined;
  readonly many: number | undefined;
  readonly met: boolean;
}

export function rowsOf([few, many]: readonly ListPhase[]): Row[] {
  return [...(many?.samples ?? [])].map(([name, samples]) => {
    const least = latencyOf(few?.samples.get(name) ?? []).accepted?.p95;
    const most = latencyOf(samples).accepted;
    const met =
      least !== undefined && most !== undefined && most.p95 < TARGET_MS && most.p95 <= least * TARGET_RATIO;
    return { name, few: least, p50: most?.p50, many: most?.p95, met };
  });
}

export function toReport({ machine, load, requests, phases }: ListsResult): Report {
  const rows = rowsOf(phases);
  const errors = phases.flatMap(({ samples }) =>
    [...samples].flatMap(([name, all]) => all.flatMap(({ error }) => (error ? [`${name}: ${error}`] : []))),
  );
  const missed = rows.filter(({ met }) => !met);
  const size = (index: number): string => (phases[index]?.rows ?? 0).toLocaleString('en-US');
  return {
    isSound: errors.length === 0,
    json: {
      scenario: 'lists',
      machine,
      load,
      requests,
      rows: phases.map((phase) => phase.rows),
      lists: rows,
      target: { p95: TARGET_MS, ratio: TARGET_RATIO, met: missed.length === 0 },
      errors: errors.slice(0, 20),
    },
    text: [
      '',
      machineText(machine, load),
      '',
      ...alignColumns(
        [
          [
            `${requests} of each, one at a time; ms`,
            `p95 at ${size(0)}`,
            `p50 at ${size(1)}`,
            `p95 at ${size(1)}`,
            '',
          ],
          ...rows.map(({ name, few, p50, many, met }) => [name, ms(few), ms(p50), ms(many), met ? '✓' : '✗']),
        ],
        [1, 2, 3],
      ),
      '',
      ...errorsText(errors),
      `${missed.length === 0 ? '✓' : '✗'} target: p95 less than ${TARGET_MS} ms at ${size(1)} leads, and at most ${TARGET_RATIO} times that at ${size(0)}`,
    ].join('\n'),
  };
}
