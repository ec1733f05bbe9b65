import { alignColumns } from '@desk/tool-workload';
import type { Finding } from '@desk/tool-verify';
import { type LoadFigures, type Machine, machineText } from '../machine.js';
import { brokenOf, brokenText, errorsText, ms } from '../output/text.js';
import type { Report } from '../scenarios.js';
import { type Floor, floors } from './calls.js';
import { type ApiFigures, figuresOf, type Measured, minus, type Pair } from './figures.js';
import type { Samples } from './measure.js';

export interface ApiResult {
  readonly machine: Machine;
  /** While it was measured, of all that ran on the machine. */
  readonly load: LoadFigures;
  readonly phases: readonly {
    readonly concurrency: number;
    readonly requests: number;
    readonly samples: Samples;
  }[];
  readonly findings: readonly Finding[];
}

/**
 * What "a few milliseconds over the bare RPC cost" is taken for: p50, one request after the other, over its own RPCs
 * and commits, in RPCs of the same run. In milliseconds it would tell how busy the machine was.
 */
const TARGET_RPCS = 2;

export function toReport({ machine, load, phases, findings }: ApiResult): Report {
  const measured = phases.map(({ samples, ...phase }) => ({ ...phase, ...figuresOf(samples) }));
  const errors = measured.flatMap((phase) => phase.errors);
  const broken = brokenOf(findings);
  const [alone] = measured;
  const bareRpc = minus(alone?.times.rpc, alone?.times.bare)?.p50;
  const limitMs = bareRpc === undefined ? undefined : TARGET_RPCS * bareRpc;
  const met =
    alone !== undefined &&
    limitMs !== undefined &&
    Object.values(alone.overFloor).every((over) => over !== undefined && over.p50 < limitMs);
  return {
    isSound: errors.length === 0 && broken.length === 0,
    json: {
      scenario: 'api',
      machine,
      load,
      phases: measured.map(({ errors: all, ...phase }) => ({ ...phase, errors: all.slice(0, 20) })),
      target: { p50OverFloorMs: limitMs, met },
      broken,
    },
    text: [
      '',
      machineText(machine, load),
      ...measured.flatMap((phase) => ['', ...table(phase)]),
      '',
      ...errorsText(errors),
      brokenText(broken),
      `${met ? '✓' : '✗'} target: one at a time, p50 over its floor less than ${TARGET_RPCS} bare RPCs, ${ms(limitMs)} ms`,
    ].join('\n'),
  };
}

type Phase = ApiFigures & { readonly concurrency: number; readonly requests: number };

function table({ concurrency, requests, times, loginWithoutHash, overRpcs, overFloor }: Phase): string[] {
  const row = (name: string, pair: Pair | undefined, of?: Measured): string[] => [
    name,
    ...[pair?.p50, pair?.p99].map(ms),
    ...(of ? [overRpcs[of]?.p50, overRpcs[of]?.p99, overFloor[of]?.p50].map(signed) : ['', '', '']),
  ];
  const floor = (name: Floor): string[] => {
    const { rpcs, commits } = floors[name];
    const parts = [count(rpcs, 'RPC'), count(commits, 'committed UPDATE')].filter((part) => part !== '');
    return row(`  floor: ${['bare endpoint', ...parts].join(', ')}`, times[name]);
  };
  return alignColumns(
    [
      [
        `${requests} of each, ${concurrency} at once; ms`,
        'p50',
        'p99',
        'p50 over its RPCs',
        'p99',
        'p50 over its floor',
      ],
      row('current user', times.user, 'user'),
      row('login without the hash (the difference of the next two)', loginWithoutHash, 'loginWithoutHash'),
      row('  login in all', times.login),
      row('  argon2id check alone, in the process of the bench', times.hash),
      row('toggle', times.toggle, 'toggle'),
      ...(Object.keys(floors) as Floor[]).map(floor),
    ],
    [1, 2, 3, 4, 5],
  );
}

const count = (times: number, what: string): string =>
  times === 0 ? '' : `${times} ${what}${times === 1 ? '' : 's'}`;
const signed = (value: number | undefined): string =>
  value === undefined || value < 0 ? ms(value) : `+${ms(value)}`;
