import { alignColumns, type Percentiles } from '@desk/tool-workload';
import { latencyOf, ratePerSecond, type Sample } from '../load/load.js';
import type { BenchOptions } from '../options.js';
import { formatProcessorTimes, type ProcessorTimes } from '../processes.js';
import { createReport, formatMs, formatVerdict, type Report, type RunResult } from '../scenario.js';
import type { TraceStep } from './lead-trace.js';
import type { Measured } from './measure-baseline.js';
import type { Step } from './steps.js';

export interface LeadPathResult extends Measured, Omit<RunResult, 'errors'> {
  readonly options: BenchOptions;
  /** Milliseconds of processor time per lead, by process. */
  readonly cpuPerLead: ProcessorTimes;
  /** The same at the highest rate, with PostgreSQL and Redis. Empty without `--saturate`. */
  readonly saturatedCpuPerLead: ProcessorTimes;
  /** The same per second without leads. */
  readonly idleCpuPerSecond: ProcessorTimes;
  readonly queuePerLead: { readonly jobs: number; readonly redisCommands: number };
  readonly steps: readonly Step[];
  /** The transactions of one sold lead. */
  readonly trace: readonly TraceStep[];
  /** An HTTP endpoint that only inserts one row. */
  readonly baseline: Measured;
}

/** From the post to the mail server, at 20 leads/s on 2 cores, with providers that add no latency. */
const TARGET_MS = { p50: 100, p99: 400 };

const BASELINE_ROW = '  baseline: one insert behind HTTP';

const performanceOf = ({ atRate, saturated }: Measured) => ({
  atRate: latencyOf(atRate),
  saturated: {
    acceptedPerSecond: ratePerSecond(saturated, 'acceptedAt'),
    emailedPerSecond: ratePerSecond(saturated, 'emailedAt'),
  },
});

type Performances = Readonly<Record<'system' | 'baseline', ReturnType<typeof performanceOf>>>;

export function toReport(result: LeadPathResult): Report {
  const { options, machine, load, cpuPerLead, saturatedCpuPerLead, idleCpuPerSecond, queuePerLead } = result;
  const { steps, findings, trace, baseline } = result;
  const performances = { system: performanceOf(result), baseline: performanceOf(baseline) };
  const errors = [
    ...[result, baseline].flatMap(({ atRate, saturated }) =>
      [...atRate, ...saturated].flatMap(({ error }) => error ?? []),
    ),
    // At the highest rate, a post that exceeds the capacity is refused for the moment, which is no error.
    ...result.atRate.filter(isRefused).map(() => `refused at ${options.rate} leads per second`),
  ];
  const { emailed } = performances.system.atRate;
  const isMet = emailed !== undefined && emailed.p50 < TARGET_MS.p50 && emailed.p99 < TARGET_MS.p99;
  return createReport(
    { machine, load, errors, ...(findings && { findings }) },
    [
      `${options.rate} leads per second for ${options.seconds} s; milliseconds from when each post was due`,
      ...latencyTable(performances),
      ...(options.saturate ? ['', ...rateTable(performances, result.saturated)] : []),
      '',
      `Recorded for one sold lead: ${sum(trace, ({ statements }) => statements.length)} statements in ${trace.length} transactions and ${sum(trace, ({ roundTrips }) => roundTrips)} round trips`,
      `At ${options.rate} leads per second: ${queuePerLead.jobs.toFixed(1)} queue messages and ${queuePerLead.redisCommands.toFixed(1)} Redis commands per lead`,
      '',
      'Steps in milliseconds',
      ...stepTable(steps),
      '',
      `Processor time per lead: ${formatProcessorTimes(cpuPerLead)}`,
      ...(options.saturate ? [`At the highest rate: ${formatProcessorTimes(saturatedCpuPerLead)}`] : []),
      `Processor time per second without leads: ${formatProcessorTimes(idleCpuPerSecond)}`,
    ],
    [
      formatVerdict(
        isMet,
        `posted → mail server p50 below ${TARGET_MS.p50} ms and p99 below ${TARGET_MS.p99} ms`,
      ),
    ],
  );
}

function latencyTable({ system, baseline: insert }: Performances): string[] {
  const row = (name: string, times: Percentiles | undefined, baseline?: Percentiles): string[] => [
    name,
    ...[times?.p50, times?.p90, times?.p99, times?.max].map(formatMs),
    times && baseline && baseline.p50 > 0 ? `× ${(times.p50 / baseline.p50).toFixed(1)}` : '',
  ];
  return alignColumns(
    [
      ['', 'p50', 'p90', 'p99', 'max', 'p50 to baseline'],
      row('posted → accepted', system.atRate.accepted, insert.atRate.accepted),
      row(BASELINE_ROW, insert.atRate.accepted),
      row('posted → mail server', system.atRate.emailed),
    ],
    [1, 2, 3, 4, 5],
  );
}

function rateTable({ system, baseline: insert }: Performances, samples: readonly Sample[]): string[] {
  const row = (name: string, rate: number, baseline?: number): string[] => [
    name,
    rate.toFixed(0),
    baseline === undefined ? '' : `${((100 * rate) / Math.max(1, baseline)).toFixed(0)} %`,
  ];
  return alignColumns(
    [
      [
        `${samples.length} leads at the highest rate, ${samples.filter(isRefused).length} refused`,
        'leads/s',
        'of baseline',
      ],
      row('accepted', system.saturated.acceptedPerSecond, insert.saturated.acceptedPerSecond),
      row(BASELINE_ROW, insert.saturated.acceptedPerSecond),
      row('end to end, until the last email', system.saturated.emailedPerSecond),
    ],
    [1, 2],
  );
}

const isRefused = ({ retryAfterMs }: Sample): boolean => retryAfterMs !== undefined;
const sum = (trace: readonly TraceStep[], countOf: (step: TraceStep) => number): number =>
  trace.reduce((total, step) => total + countOf(step), 0);

const stepTable = (steps: readonly Step[]): string[] =>
  alignColumns(
    [
      ['', 'p50', 'p90', 'p99'],
      ...steps.map(({ name, times }) => [name, ...[times?.p50, times?.p90, times?.p99].map(formatMs)]),
    ],
    [1, 2, 3],
  );
