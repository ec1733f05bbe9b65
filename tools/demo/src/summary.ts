import { formatAmount } from '@desk/contracts';
import { alignColumns, type Percentiles, percentilesOf, type PostResult } from '@desk/tool-workload';
import { isDone, type Row, stepTimesMs } from './row.js';

const isNewLead = (row: Row): boolean => row.outcome?.result === 'accepted';
const defined = (values: readonly (number | undefined)[]): number[] =>
  values.filter((value) => value !== undefined);

/** Counts posts by outcome and this run's new leads by what became of them. Times are ms since the post. */
export function summarize(rows: readonly Row[]) {
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

const listCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

const inParentheses = (text: string): string => (text === '' ? '' : ` (${text})`);

export function summaryText(summary: ReturnType<typeof summarize>, seed: string): string {
  const { outcomes, times } = summary;
  const outcomeCounts = [
    `accepted ${outcomes.accepted}`,
    `replayed ${outcomes.replayed}`,
    `duplicate ${outcomes.duplicate}`,
    `invalid ${outcomes.invalid}${inParentheses(listCounts(summary.invalidByField))}`,
    ...(outcomes.refused > 0 ? [`refused ${outcomes.refused}`] : []),
    ...(outcomes.unanswered > 0 ? [`unanswered ${outcomes.unanswered}`] : []),
  ];
  const leadCounts = [
    `sold ${summary.sold}`,
    `delivered ${summary.delivered}`,
    `waiting for a buyer ${summary.waiting}`,
    ...(summary.expired > 0 ? [`expired ${summary.expired}`] : []),
    ...(summary.refunded > 0 ? [`refunded ${summary.refunded}`] : []),
    ...(summary.declinedCharges > 0 ? [`declined charges ${summary.declinedCharges}`] : []),
  ];
  return [
    '',
    `Posted ${summary.posted} (seed ${seed}): ${outcomeCounts.join(', ')}`,
    `Leads: ${leadCounts.join(', ')}`,
    `Revenue ${formatAmount(summary.revenueCents)}${inParentheses(listCounts(summary.byBuyer))}`,
    ...alignColumns(
      [
        ['', 'p50', 'p95', 'max'],
        timesRow('posted → accepted', times.accepted),
        timesRow('posted → sold', times.sold),
        timesRow('posted → delivered', times.delivered),
      ],
      [1, 2, 3],
    ),
    summary.unaccounted.length === 0
      ? '✓ every lead accounted for'
      : `✗ ${summary.unaccounted.length} not accounted for:`,
    ...summary.unaccounted.map(({ number, reason }) => `    #${number}  ${reason}`),
  ].join('\n');
}

const timesRow = (name: string, times: Percentiles | undefined): string[] => [
  name,
  ...(times ? [times.p50, times.p95, times.max].map((ms) => `${Math.round(ms)} ms`) : ['–', '–', '–']),
];
