import { alignColumns, percentilesOf } from '@desk/tool-workload';
import { createReport, formatMs, formatVerdict, type Report, type RunResult } from '../scenario.js';
import type { Decision } from './router.js';

export interface Decisions {
  readonly buyers: number;
  readonly decisions: readonly Decision[];
}

/** The first moments of a day, while the buyers who had used up their limit are made eligible again. */
export interface Midnight extends Decisions {
  /** Buyers to make eligible. */
  readonly due: number;
  /** How long it took until all were reopened. */
  readonly seconds: number;
}

export interface DecisionSeries {
  readonly name: string;
  /** By number of buyers, fewest first. */
  readonly decisions: readonly Decisions[];
}

export interface RoutingResult extends Omit<RunResult, 'errors'> {
  readonly requests: number;
  readonly waitingLeads: number;
  readonly measured: readonly DecisionSeries[];
  readonly midnights: readonly Midnight[];
}

/** Highest ratio of p50 and of p95 with the most buyers to those with the fewest. */
const TARGET_RATIO = 1.5;
/** For a decision with the most buyers. */
const TARGET_P99_MS = 10;

const toRows = ({ name, decisions }: DecisionSeries) =>
  decisions.map(({ buyers, decisions: all }) => ({
    name,
    buyers,
    decision: percentilesOf(all.map(({ decisionMs }) => decisionMs)),
    transaction: percentilesOf(all.map(({ transactionMs }) => transactionMs)),
    /** Leads that found every buyer locked: a later transaction waits for the locks. */
    busy: all.filter(({ result }) => result === 'busy').length,
  }));

/** Compares decisions with the most buyers to those with the fewest. */
export function compare(measured: DecisionSeries) {
  const rows = toRows(measured);
  const [fewest, most] = [rows[0]?.decision, rows.at(-1)?.decision];
  const ratio = (of: 'p50' | 'p95'): number => (most?.[of] ?? NaN) / (fewest?.[of] ?? NaN);
  const [p50Ratio, p95Ratio, p99Ms] = [ratio('p50'), ratio('p95'), most?.p99 ?? NaN];
  return {
    name: measured.name,
    p50Ratio,
    p95Ratio,
    p99Ms,
    isMet: p50Ratio <= TARGET_RATIO && p95Ratio <= TARGET_RATIO && p99Ms <= TARGET_P99_MS,
  };
}

/** Half of the buyers are eligible, and more leads wait than are decided on, so every decision must find a buyer. */
const isFailure = ({ result }: Decision): boolean => result !== 'reserved' && result !== 'busy';

export function toReport({ requests, waitingLeads, measured, midnights, ...run }: RoutingResult): Report {
  const errors = [...measured.flatMap(({ decisions }) => decisions), ...midnights].flatMap(
    ({ buyers, decisions }) =>
      decisions.filter(isFailure).map(({ result }) => `${result} with ${formatCount(buyers)} buyers`),
  );
  return createReport(
    { ...run, errors },
    [
      `${requests} decisions each; half of the buyers have used up their daily limit; ${formatCount(waitingLeads)} leads wait`,
      ...decisionTable(measured),
      '',
      'Midnight: all who had used up their limit become eligible, and leads are decided on meanwhile',
      ...midnightTable(midnights),
    ],
    measured
      .map(compare)
      .map(({ name, p50Ratio, p95Ratio, p99Ms, isMet }) =>
        formatVerdict(
          isMet,
          `${name}: p50 and p95 of the decision with the most buyers at most ${TARGET_RATIO} × those with the fewest (${p50Ratio.toFixed(2)}, ${p95Ratio.toFixed(2)}), p99 at most ${TARGET_P99_MS} ms (${p99Ms.toFixed(2)})`,
        ),
      ),
  );
}

const formatCount = (count: number): string => count.toLocaleString('en-US');

const decisionTable = (measured: readonly DecisionSeries[]): string[] =>
  alignColumns(
    [
      ['milliseconds', 'buyers', 'p50', 'p95', 'p99', 'max', 'with commit: p50', 'p95', 'busy'],
      ...measured
        .flatMap(toRows)
        .map(({ name, buyers, decision, transaction, busy }) => [
          name,
          formatCount(buyers),
          ...[decision?.p50, decision?.p95, decision?.p99, decision?.max].map(formatHundredths),
          ...[transaction?.p50, transaction?.p95].map(formatMs),
          String(busy),
        ]),
    ],
    [1, 2, 3, 4, 5, 6, 7, 8],
  );

const midnightTable = (midnights: readonly Midnight[]): string[] =>
  alignColumns(
    [
      ['buyers', 'reopened', 'seconds', 'decisions', 'p50', 'p95', 'p99'],
      ...midnights.map(({ buyers, due, seconds, decisions }) => {
        const times = percentilesOf(decisions.map(({ decisionMs }) => decisionMs));
        return [
          formatCount(buyers),
          formatCount(due),
          seconds.toFixed(1),
          formatCount(decisions.length),
          ...[times?.p50, times?.p95, times?.p99].map(formatHundredths),
        ];
      }),
    ],
    [0, 1, 2, 3, 4, 5, 6],
  );

const formatHundredths = (ms: number | undefined): string => (ms === undefined ? '–' : ms.toFixed(2));
