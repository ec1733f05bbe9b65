import { alignColumns, type Percentiles } from '@desk/tool-workload';
import type { Finding } from '@desk/tool-verify';
import type { Floors, Measured } from '../floor/measure-floor.js';
import { type Latency, latencyOf, ratePerSecond, type Sample } from '../load/sample.js';
import { type LoadFigures, type Machine, machineText } from '../machine.js';
import type { BenchOptions } from '../options.js';
import { brokenOf, brokenText, errorsText, ms } from '../output/text.js';
import type { Report } from '../scenarios.js';
import type { Step } from './steps.js';

export interface LineResult extends Measured {
  readonly options: BenchOptions;
  readonly machine: Machine;
  /** While the latency was measured, of all that ran on the machine. */
  readonly load: LoadFigures;
  /** Milliseconds of processor time for one lead, by process. */
  readonly cpuPerLead: Readonly<Record<string, number>>;
  readonly steps: readonly Step[];
  readonly floors: Floors;
  readonly findings: readonly Finding[];
}

/** At 20 leads/s on 2 cores, without latency of the providers. */
const TARGET = { p50: 100, p99: 400 };

interface Figures {
  readonly atRate: Latency;
  readonly saturated: { readonly acceptedPerSecond: number; readonly mailedPerSecond: number };
}

const figuresOf = ({ atRate, saturated }: Measured): Figures => ({
  atRate: latencyOf(atRate),
  saturated: {
    acceptedPerSecond: ratePerSecond(saturated, 'acceptedAt'),
    mailedPerSecond: ratePerSecond(saturated, 'mailedAt'),
  },
});

export function toReport(result: LineResult): Report {
  const { options, machine, load, cpuPerLead, steps, findings, floors } = result;
  const figures = {
    ours: figuresOf(result),
    statements: figuresOf(floors.statements),
    http: figuresOf(floors.http),
  };
  const measured = [result, floors.statements, floors.http];
  const errors = measured.flatMap(({ atRate, saturated }) =>
    [...atRate, ...saturated].flatMap(({ error }) => error ?? []),
  );
  const broken = brokenOf(findings);
  const mailed = figures.ours.atRate.mailed;
  const target = {
    ...TARGET,
    met: mailed !== undefined && mailed.p50 < TARGET.p50 && mailed.p99 < TARGET.p99,
  };
  return {
    isSound: errors.length === 0 && broken.length === 0,
    json: {
      scenario: 'line',
      options,
      machine,
      load,
      ...figures,
      target,
      steps,
      cpuPerLead,
      errors: errors.slice(0, 20),
      broken,
    },
    text: [
      '',
      machineText(machine, load),
      '',
      `${options.rate} leads per second for ${options.seconds} s, in milliseconds from when each was due`,
      ...latencyTable(figures),
      ...(options.saturate ? ['', ...rateTable(figures, result.saturated)] : []),
      '',
      'Where the milliseconds go',
      ...stepTable(steps),
      '',
      `Processor time for a lead: ${cpuText(cpuPerLead)}`,
      ...errorsText(errors),
      brokenText(broken),
      `${target.met ? '✓' : '✗'} target: posted → mail server p50 under ${TARGET.p50} ms and p99 under ${TARGET.p99} ms`,
    ].join('\n'),
  };
}

type AllFigures = Readonly<Record<'ours' | 'statements' | 'http', Figures>>;

const ratio = (ours: number | undefined, floor: number | undefined): string =>
  ours === undefined || floor === undefined || floor === 0 ? '' : `× ${(ours / floor).toFixed(1)}`;

function latencyTable({ ours, statements, http }: AllFigures): string[] {
  const row = (name: string, times: Percentiles | undefined, relative = ''): string[] => [
    name,
    ...[times?.p50, times?.p90, times?.p99, times?.max].map(ms),
    relative,
  ];
  const versus = (times: Percentiles | undefined, floor: Percentiles | undefined): string =>
    ratio(times?.p50, floor?.p50);
  return alignColumns(
    [
      ['', 'p50', 'p90', 'p99', 'max', 'p50 to floor'],
      row('posted → accepted', ours.atRate.accepted, versus(ours.atRate.accepted, http.atRate.accepted)),
      row('  floor: one insert behind HTTP', http.atRate.accepted),
      row('posted → mail server', ours.atRate.mailed, versus(ours.atRate.mailed, statements.atRate.mailed)),
      row('  floor: the SQL statements alone', statements.atRate.mailed),
    ],
    [1, 2, 3, 4, 5],
  );
}

function rateTable({ ours, statements, http }: AllFigures, samples: readonly Sample[]): string[] {
  const row = (name: string, value: number, floor?: number): string[] => [
    name,
    value.toFixed(0),
    floor === undefined ? '' : `${((100 * value) / Math.max(1, floor)).toFixed(0)} %`,
  ];
  return alignColumns(
    [
      [`${samples.length} leads as fast as they go`, 'leads/s', 'of the floor'],
      row('accepted', ours.saturated.acceptedPerSecond, http.saturated.acceptedPerSecond),
      row('  floor: one insert behind HTTP', http.saturated.acceptedPerSecond),
      row(
        'end to end, until the last mail',
        ours.saturated.mailedPerSecond,
        statements.saturated.mailedPerSecond,
      ),
      row('  floor: the SQL statements alone', statements.saturated.mailedPerSecond),
    ],
    [1, 2],
  );
}

const stepTable = (steps: readonly Step[]): string[] =>
  alignColumns(
    [
      ['', 'p50', 'p90', 'p99'],
      ...steps.map(({ name, times }) => [name, ms(times?.p50), ms(times?.p90), ms(times?.p99)]),
    ],
    [1, 2, 3],
  );

function cpuText(cpuPerLead: Readonly<Record<string, number>>): string {
  const entries = Object.entries(cpuPerLead);
  if (entries.length === 0) return 'not told by this system';
  const total = entries.reduce((sum, [, value]) => sum + value, 0);
  return `${total.toFixed(1)} ms (${entries.map(([name, value]) => `${name} ${value.toFixed(1)}`).join(', ')})`;
}
