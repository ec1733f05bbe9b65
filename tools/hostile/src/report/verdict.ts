import { type Percentiles, percentilesOf } from '@desk/tool-workload';
import type { AttackResult } from '../run/attack.js';
import type { RunResult } from '../run/run-attack.js';

/** How much slower an honest funnel's 99th percentile may be under fire. */
const MAX_SLOWDOWN = 2;
/** A percentile of fewer posts is their maximum, which says nothing. */
const MIN_POSTS = 100;

export interface Verdict {
  readonly quiet: Percentiles | undefined;
  readonly underFire: Percentiles | undefined;
  readonly answers: Percentiles | undefined;
  /** What broke a promise, one sentence each. Violations of single requests are listed on their own. */
  readonly faults: readonly string[];
}

/** Refusals that say nothing about the code behind them. */
const SHALLOW = new Set([0, 401, 403, 429]);

/** Returns the operations that no request got into. */
export const findUnreached = ({ statuses }: Pick<AttackResult, 'statuses'>): string[] =>
  [...statuses]
    .filter(([, counts]) => [...counts.keys()].every((status) => SHALLOW.has(status)))
    .map(([operation]) => operation);

export function judge({ attack, quiet, underFire }: RunResult): Verdict {
  const [quietMs, underFireMs] = [percentilesOf(quiet.latenciesMs), percentilesOf(underFire.latenciesMs)];
  const faults: string[] = [];
  const failures = [...quiet.failures, ...underFire.failures];
  if (failures.length > 0) faults.push(`${failures.length} honest leads were not accepted: ${failures[0]}`);
  const isMeasured = (quietMs?.count ?? 0) >= MIN_POSTS && (underFireMs?.count ?? 0) >= MIN_POSTS;
  if (isMeasured && quietMs && underFireMs && underFireMs.p99 > MAX_SLOWDOWN * quietMs.p99)
    faults.push(
      `ingest took ${underFireMs.p99.toFixed(0)} ms (p99) under fire, more than twice ${quietMs.p99.toFixed(0)} ms`,
    );
  for (const operation of findUnreached(attack)) {
    const statuses = [...(attack.statuses.get(operation)?.keys() ?? [])];
    faults.push(`no request reached ${operation}: statuses ${statuses.join(', ')}`);
  }
  return { quiet: quietMs, underFire: underFireMs, answers: percentilesOf(attack.durationsMs), faults };
}
