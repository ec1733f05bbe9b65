import { type Percentiles, percentilesOf, type PostResult } from '@desk/tool-workload';
import { isDone, type Row, stepTimesMs } from './row.js';

export interface Summary {
  readonly posted: number;
  readonly outcomes: Readonly<Record<PostResult, number>>;
  readonly invalidByField: Readonly<Record<string, number>>;
  /** Counts of the leads that this run created. */
  readonly sold: number;
  readonly delivered: number;
  readonly refunded: number;
  readonly waiting: number;
  readonly expired: number;
  readonly declinedCharges: number;
  readonly revenueCents: number;
  readonly byBuyer: Readonly<Record<string, number>>;
  /** Milliseconds from the post. */
  readonly times: Readonly<Record<'accepted' | 'sold' | 'delivered', Percentiles | undefined>>;
  /** Posts whose outcome differs from the plan. */
  readonly unexpected: number;
  readonly unaccounted: readonly { readonly number: number; readonly reason: string }[];
}

const isNewLead = (row: Row): boolean => row.outcome?.result === 'accepted';
const defined = (values: readonly (number | undefined)[]): number[] =>
  values.filter((value) => value !== undefined);

export function summarize(rows: readonly Row[]): Summary {
  const leads = rows.filter(isNewLead);
  const countResult = (result: PostResult): number =>
    rows.filter(({ outcome }) => outcome?.result === result).length;
  const countFinalState = (finalState: Row['finalState']): number =>
    leads.filter((row) => row.finalState === finalState).length;
  const times = leads.map(stepTimesMs);
  return {
    posted: rows.filter(({ postedAt }) => postedAt !== undefined).length,
    outcomes: {
      accepted: leads.length,
      replayed: countResult('replayed'),
      duplicate: countResult('duplicate'),
      invalid: countResult('invalid'),
      refused: countResult('refused'),
      unanswered: countResult('unanswered'),
    },
    invalidByField: countByName(rows.flatMap(({ outcome }) => outcome?.fields ?? [])),
    sold: leads.filter(({ progress }) => progress?.status === 'sold').length,
    delivered: countFinalState('delivered'),
    refunded: countFinalState('refunded'),
    waiting: countFinalState('waiting'),
    expired: countFinalState('expired'),
    declinedCharges: leads.reduce((sum, { progress }) => sum + (progress?.declines ?? 0), 0),
    revenueCents: leads.reduce((sum, { progress }) => sum + paidCents(progress), 0),
    byBuyer: countByName(
      leads.flatMap(({ progress }) => (progress?.status === 'sold' ? [progress.buyer ?? 'unknown'] : [])),
    ),
    times: {
      accepted: percentilesOf(defined(times.map(({ answered }) => answered))),
      sold: percentilesOf(defined(times.map(({ sold }) => sold))),
      delivered: percentilesOf(defined(times.map(({ delivered }) => delivered))),
    },
    unexpected: rows.filter(({ post, outcome }) => outcome && outcome.result !== post.expected).length,
    unaccounted: rows
      .filter((row) => !isDone(row))
      .map((row) => ({ number: row.post.index + 1, reason: unaccountedReason(row) })),
  };
}

const paidCents = (progress: Row['progress']): number =>
  progress?.purchase === 'succeeded' ? Math.round(Number(progress.amount) * 100) : 0;

/** Most frequent first. */
function countByName(names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a));
}

function unaccountedReason({ outcome, progress }: Row): string {
  if (!outcome) return 'not posted';
  if (outcome.result === 'unanswered') return `no answer (${outcome.reason ?? ''})`;
  if (!progress) return 'accepted, but not in the database';
  const parts = [
    progress.status,
    ...(progress.purchase === null ? [] : [`purchase ${progress.purchase}`]),
    ...(progress.delivery === null ? [] : [`delivery ${progress.delivery}`]),
  ];
  return `lead ${progress.leadId}: ${parts.join(', ')}`;
}
