import { alignColumns } from '@desk/tool-workload';
import { latencyOf, type Sample } from '../load/load.js';
import { createReport, formatMs, type Report, type RunResult } from '../scenario.js';
import { type CallName, callNames, labels } from './calls.js';

export interface Phase {
  readonly concurrency: number;
  /** How many calls of each kind are made. */
  readonly requests: number;
}

export interface Measured {
  readonly samples: readonly Sample[];
  /** How long all calls of this kind took together. */
  readonly elapsedMs: number;
}

export interface IngestResult extends Omit<RunResult, 'errors'> {
  readonly phases: readonly (Phase & { readonly measured: Readonly<Record<CallName, Measured>> })[];
}

export function toReport({ phases, ...run }: IngestResult): Report {
  const summaries = phases.map(({ measured, ...phase }) => {
    const calls = callNames.map((name) => [name, summarize(measured[name])] as const);
    return { ...phase, calls: Object.fromEntries(calls) as Summaries };
  });
  const errors = phases.flatMap(({ measured }) =>
    callNames.flatMap((name) =>
      measured[name].samples
        .filter(wasDecided)
        .flatMap(({ error }) => (error === undefined ? [] : `${name}: ${error}`)),
    ),
  );
  return createReport(
    { ...run, errors },
    summaries.flatMap((phase, index) => [...(index > 0 ? [''] : []), ...phaseTable(phase)]),
  );
}

/** A post that is refused for the moment, because later steps are behind, is not an error. */
const wasDecided = ({ retryAfterMs }: Sample): boolean => retryAfterMs === undefined;

type Summaries = Readonly<Record<CallName, ReturnType<typeof summarize>>>;

function summarize({ samples, elapsedMs }: Measured) {
  const { accepted } = latencyOf(samples);
  const perSecond = ((accepted?.count ?? 0) * 1_000) / Math.max(1, elapsedMs);
  const refused = samples.length - samples.filter(wasDecided).length;
  return { p50: accepted?.p50, p99: accepted?.p99, perSecond, refused };
}

function phaseTable({ concurrency, requests, calls }: Phase & { calls: Summaries }): string[] {
  const baseline = calls.insert.p50;
  const row = (name: CallName): string[] => {
    const { p50, p99, perSecond, refused } = calls[name];
    return [
      labels[name],
      formatMs(p50),
      formatMs(p99),
      p50 === undefined || !baseline ? '–' : `× ${(p50 / baseline).toFixed(1)}`,
      perSecond.toFixed(0),
      String(refused),
    ];
  };
  const title = `${requests} of each, ${concurrency} in flight; ms`;
  return alignColumns(
    [[title, 'p50', 'p99', 'p50 to baseline', 'per second', 'refused'], ...callNames.map(row)],
    [1, 2, 3, 4, 5],
  );
}
