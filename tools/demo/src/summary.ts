import { type Percentiles, percentilesOf } from './output/percentiles.js';
import type { Verdict } from './posting/answers.js';
import { isSettled, type Row, timesOf } from './row.js';

export interface Summary {
  readonly posted: number;
  readonly answers: Readonly<Record<Verdict, number>>;
  readonly invalidByField: Readonly<Record<string, number>>;
  /** Leads that this run brought in. */
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
  /** Posts answered otherwise than planned for a database that does not know the people. */
  readonly unplanned: number;
  readonly unaccounted: readonly { readonly number: number; readonly why: string }[];
}

const isNew = (row: Row): boolean => row.reply?.verdict === 'accepted';
const known = (values: readonly (number | undefined)[]): number[] =>
  values.filter((value) => value !== undefined);

export function summarise(rows: readonly Row[]): Summary {
  const leads = rows.filter(isNew);
  const answered = (verdict: Verdict): number =>
    rows.filter(({ reply }) => reply?.verdict === verdict).length;
  const ended = (end: Row['end']): number => leads.filter((row) => row.end === end).length;
  const times = leads.map(timesOf);
  return {
    posted: rows.filter(({ postedAt }) => postedAt !== undefined).length,
    answers: {
      accepted: leads.length,
      replayed: answered('replayed'),
      duplicate: answered('duplicate'),
      invalid: answered('invalid'),
      refused: answered('refused'),
      unanswered: answered('unanswered'),
    },
    invalidByField: tally(rows.flatMap(({ reply }) => reply?.fields ?? [])),
    sold: leads.filter(({ progress }) => progress?.status === 'sold').length,
    delivered: ended('delivered'),
    refunded: ended('refunded'),
    waiting: ended('waiting'),
    expired: ended('expired'),
    declinedCharges: leads.reduce((sum, { progress }) => sum + (progress?.declines ?? 0), 0),
    revenueCents: leads.reduce((sum, { progress }) => sum + paidCents(progress), 0),
    byBuyer: tally(
      leads.flatMap(({ progress }) => (progress?.status === 'sold' ? [progress.buyer ?? 'unknown'] : [])),
    ),
    times: {
      accepted: percentilesOf(known(times.map(({ answered: ms }) => ms))),
      sold: percentilesOf(known(times.map(({ sold }) => sold))),
      delivered: percentilesOf(known(times.map(({ delivered }) => delivered))),
    },
    unplanned: rows.filter(({ post, reply }) => reply && reply.verdict !== post.intention).length,
    unaccounted: rows
      .filter((row) => !isSettled(row))
      .map((row) => ({ number: row.post.index + 1, why: whyOpen(row) })),
  };
}

const paidCents = (progress: Row['progress']): number =>
  progress?.purchase === 'succeeded' ? Math.round(Number(progress.amount) * 100) : 0;

function tally(names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a));
}

function whyOpen({ reply, progress }: Row): string {
  if (!reply) return 'not posted';
  if (reply.verdict === 'unanswered') return `no answer (${reply.reason ?? ''})`;
  if (!progress) return 'accepted, but not in the database';
  const parts = [
    progress.status,
    ...(progress.purchase === null ? [] : [`purchase ${progress.purchase}`]),
    ...(progress.delivery === null ? [] : [`delivery ${progress.delivery}`]),
  ];
  return `lead ${progress.leadId}: ${parts.join(', ')}`;
}
