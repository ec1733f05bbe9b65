import type { Finding } from '@desk/tool-verify';
import { alignColumns } from '@desk/tool-workload';
import { type Machine, type MachineLoad, machineText } from '../machine.js';
import { brokenInvariants, brokenInvariantsText, errorLines, formatMs } from '../report-text.js';
import type { Report } from '../scenario.js';
import { type Baseline, baselines } from './calls.js';
import { type ApiLatencies, type ApiRequestName, type P50P99, subtract, toLatencies } from './latencies.js';
import type { Samples } from './measurement.js';

export interface ApiResult {
  readonly machine: Machine;
  readonly load: MachineLoad;
  readonly phases: readonly {
    readonly concurrency: number;
    readonly requests: number;
    readonly samples: Samples;
  }[];
  readonly findings: readonly Finding[];
}

/**
 * Target for "a few milliseconds over the bare RPC cost": p50 over the baseline, one request at a time, in RPCs of the
 * same run. A target in milliseconds would measure how busy the machine is.
 */
const TARGET_RPCS = 2;

export function toReport({ machine, load, phases, findings }: ApiResult): Report {
  const measured = phases.map(({ samples, ...phase }) => ({ ...phase, ...toLatencies(samples) }));
  const errors = measured.flatMap((phase) => phase.errors);
  const broken = brokenInvariants(findings);
  const [sequential] = measured;
  const rpcMs = subtract(sequential?.times.rpc, sequential?.times.bare)?.p50;
  const limitMs = rpcMs === undefined ? undefined : TARGET_RPCS * rpcMs;
  const isMet =
    sequential !== undefined &&
    limitMs !== undefined &&
    Object.values(sequential.overBaseline).every((over) => over !== undefined && over.p50 < limitMs);
  return {
    isSound: errors.length === 0 && broken.length === 0,
    json: {
      scenario: 'api',
      machine,
      load,
      phases: measured.map(({ errors: all, ...phase }) => ({ ...phase, errors: all.slice(0, 20) })),
      target: { p50OverBaselineMs: limitMs, met: isMet },
      broken,
    },
    text: [
      '',
      machineText(machine, load),
      ...measured.flatMap((phase) => ['', ...phaseTable(phase)]),
      '',
      ...errorLines(errors),
      brokenInvariantsText(broken),
      `${isMet ? '✓' : '✗'} target: one at a time, p50 over the baseline below ${TARGET_RPCS} bare RPCs, ${formatMs(limitMs)} ms`,
    ].join('\n'),
  };
}

type Phase = ApiLatencies & { readonly concurrency: number; readonly requests: number };

function phaseTable(phase: Phase): string[] {
  const { concurrency, requests, times, loginWithoutHash, overRpcs, overBaseline } = phase;
  const row = (name: string, latency: P50P99 | undefined, request?: ApiRequestName): string[] => [
    name,
    ...[latency?.p50, latency?.p99].map(formatMs),
    ...(request
      ? [overRpcs[request]?.p50, overRpcs[request]?.p99, overBaseline[request]?.p50].map(formatSigned)
      : ['', '', '']),
  ];
  const baselineRow = (name: Baseline): string[] => {
    const { rpcs, commits } = baselines[name];
    const parts = [...count(rpcs, 'RPC'), ...count(commits, 'committed UPDATE')];
    return row(`  baseline: ${['bare endpoint', ...parts].join(', ')}`, times[name]);
  };
  return alignColumns(
    [
      [
        `${requests} of each, ${concurrency} in flight; ms`,
        'p50',
        'p99',
        'p50 over its RPCs',
        'p99',
        'p50 over its baseline',
      ],
      row('current user', times.user, 'user'),
      row('login without the hash (difference of the next two)', loginWithoutHash, 'loginWithoutHash'),
      row('  login', times.login),
      row('  argon2id check alone, in the bench process', times.hash),
      row('toggle', times.toggle, 'toggle'),
      ...(Object.keys(baselines) as Baseline[]).map(baselineRow),
    ],
    [1, 2, 3, 4, 5],
  );
}

const count = (number: number, noun: string): string[] =>
  number === 0 ? [] : [`${number} ${noun}${number === 1 ? '' : 's'}`];

const formatSigned = (value: number | undefined): string =>
  value === undefined || value < 0 ? formatMs(value) : `+${formatMs(value)}`;
