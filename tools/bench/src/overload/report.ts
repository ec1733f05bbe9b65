import { alignColumns, type Percentiles } from '@desk/tool-workload';
import type { BenchOptions } from '../options.js';
import { createReport, formatMs, formatVerdict, type Report, type RunResult } from '../scenario.js';
import {
  checkTargets,
  type Measured,
  NORMAL_FACTOR,
  type OverloadStatistics,
  TARGET_GOODPUT_SHARE,
  TARGET_RECOVERY_SECONDS,
  TARGET_REFUSAL_MS,
  toStatistics,
} from './statistics.js';

/** Leads at each step, at one moment. */
export interface Backlog {
  readonly waiting: number;
  readonly reserved: number;
  readonly unsentEmails: number;
}

export interface OverloadResult extends RunResult {
  readonly options: BenchOptions;
  readonly measured: Measured;
  /** Processor time during the overload, by process. */
  readonly processorMs: Readonly<Record<string, number>>;
  readonly elapsedMs: number;
  readonly backlogs: readonly Backlog[];
}

export function toReport({
  options,
  measured,
  processorMs,
  elapsedMs,
  backlogs,
  ...run
}: OverloadResult): Report {
  const statistics = toStatistics(measured);
  const met = checkTargets(statistics);
  const processorShares = Object.entries(processorMs).map(
    ([name, ms]) => [name, ms / elapsedMs / run.machine.cores] as const,
  );
  const { capacity } = measured;
  return createReport(
    run,
    [
      ...rateTable(capacity, statistics, options.seconds),
      '',
      ...latencyTable(statistics),
      '',
      `Median from the post to the email in each second after the overload: ${statistics.mediansAfter.map(formatMs).join(' ')}`,
      `Backlog every 5 s (waiting for a buyer/reserved/emails not sent): ${backlogs.map(backlogText).join(' ')}`,
      `Share of all processors: ${processorShares.map(shareText).join(', ')}`,
    ],
    [
      formatVerdict(
        met.goodput,
        `at least ${TARGET_GOODPUT_SHARE * 100} % of the capacity is sold during the overload (${percent(statistics.goodputShare)})`,
      ),
      formatVerdict(met.refusals, `p99 of the refusals at most ${TARGET_REFUSAL_MS} ms`),
      formatVerdict(
        met.recovery,
        `${TARGET_RECOVERY_SECONDS} s later the median of each second is at most ${NORMAL_FACTOR} × the normal p95 (${recoveryText(statistics)})`,
      ),
    ],
  );
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;
const backlogText = ({ waiting, reserved, unsentEmails }: Backlog): string =>
  `${waiting}/${reserved}/${unsentEmails}`;
const shareText = ([name, share]: readonly [string, number]): string => `${name} ${percent(share)}`;
const recoveryText = ({ recoveredAfterSeconds: seconds }: OverloadStatistics): string =>
  seconds === undefined ? 'never' : `after ${seconds} s`;

function rateTable(capacity: number, statistics: OverloadStatistics, seconds: number): string[] {
  const row = (name: string, rate: number): string[] => [name, rate.toFixed(1), percent(rate / capacity)];
  return alignColumns(
    [
      ['', 'leads/s', 'of capacity'],
      row('capacity, end to end', capacity),
      row(`posted for ${seconds} s`, statistics.offeredPerSecond),
      row('accepted', statistics.acceptedPerSecond),
      row('sold and emailed meanwhile', statistics.goodput),
    ],
    [1, 2],
  );
}

function latencyTable(statistics: OverloadStatistics): string[] {
  const row = (name: string, times: Percentiles | undefined): string[] => [
    name,
    String(times?.count ?? 0),
    ...[times?.p50, times?.p95, times?.p99, times?.max].map(formatMs),
  ];
  return alignColumns(
    [
      ['milliseconds from when each post was due', 'posts', 'p50', 'p95', 'p99', 'max'],
      row('refused (503)', statistics.refused),
      row('accepted (201)', statistics.accepted),
      row('accepted, until the email', statistics.overloaded),
      row('before the overload, until the email', statistics.normal),
      row('delay of the generator itself', statistics.generatorLag),
    ],
    [1, 2, 3, 4, 5],
  );
}
