import { type agentWeekEnded, formatPrice, type marketWeekEnded, type PayloadOf } from '@desk/contracts';
import { formatDay, formatDuration, formatWeek, toSingleLine } from './format.js';
import type { About, DetailRow } from './mail.js';
import { ADMIN_FOOTER, type Notice } from './notice-mail.js';

type AgentWeek = About<typeof agentWeekEnded, 'monday' | 'week' | 'weekBefore'>;
type MarketWeek = PayloadOf<typeof marketWeekEnded>;

const formatCount = (count: number): string => count.toLocaleString('en-US');
const NOTHING = 'none';

function countLeads(count: number): string {
  if (count === 0) return 'no leads';
  return count === 1 ? '1 lead' : `${formatCount(count)} leads`;
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
const formatShare = (part: number, whole: number): string =>
  whole === 0 ? NOTHING : percent.format(part / whole);

/** Returns, for example, "3 more than in the week before". */
function compareCounts(now: number, before: number): string {
  const difference = formatCount(Math.abs(now - before));
  const change = now === before ? 'as many as' : `${difference} ${now > before ? 'more' : 'fewer'} than`;
  return `${change} in the week before`;
}

type Row<Week> = readonly [label: string, format: (week: Week) => string];

const toRows = <Week>(
  { week, weekBefore }: { readonly week: Week; readonly weekBefore: Week },
  compared: readonly Row<Week>[],
): DetailRow[] =>
  compared.map(([label, format]) => ({
    label,
    value: `${format(week)} (${format(weekBefore)} the week before)`,
  }));

const agentRows: readonly Row<AgentWeek['week']>[] = [
  ['Leads', ({ leads }) => formatCount(leads)],
  ['Refunded', ({ refunded }) => formatCount(refunded)],
  ['Spent after refunds', ({ spentCents }) => formatPrice(spentCents)],
  ['Won', ({ won }) => formatCount(won)],
];
const commission: Row<AgentWeek['week']> = [
  'Commission',
  ({ commissionCents }) => formatPrice(commissionCents),
];
const contactTime: Row<AgentWeek['week']> = [
  'Time to first contact',
  ({ contactMs }) => (contactMs === null ? NOTHING : formatDuration(contactMs)),
];

/** Writes the email about the week that ended. It contains no data of the leads, because its address may be unconfirmed. */
export function writeAgentWeekMail(content: AgentWeek): Notice {
  const { firstName, monday, week, weekBefore } = content;
  const bought = countLeads(week.leads);
  const hasCommission = week.commissionCents + weekBefore.commissionCents > 0;
  const hasContacts = week.contactMs !== null || weekBefore.contactMs !== null;
  return {
    subject: `Your week: ${bought}`,
    firstName,
    paragraphs: [
      `You bought ${bought} from ${formatWeek(monday)}, ${compareCounts(week.leads, weekBefore.leads)}.`,
    ],
    action: { label: 'Open your reports', to: '/reports' },
    details: toRows(content, [
      ...agentRows,
      ...(hasCommission ? [commission] : []),
      ...(hasContacts ? [contactTime] : []),
    ]),
    footnote: `A lead counts in the week in which you bought it, so what you win or get back later still changes these numbers.${
      hasContacts
        ? ' The time to first contact is the median of the leads that you first contacted in the week.'
        : ''
    }`,
  };
}

const marketRows: readonly Row<MarketWeek['week']>[] = [
  ['Accepted', ({ accepted }) => formatCount(accepted)],
  ['Sold', ({ sold }) => formatCount(sold)],
  ['Expired', ({ expired }) => formatCount(expired)],
  ['Refused', ({ refused }) => formatCount(refused)],
  ['Revenue after refunds', ({ revenueCents }) => formatPrice(revenueCents)],
  ['Refund rate', ({ refunded, sold }) => formatShare(refunded, sold)],
  ['Delivered within a second', ({ deliveredInTime, delivered }) => formatShare(deliveredInTime, delivered)],
];

/** Writes the email to the team about the week that ended. */
export function writeMarketWeekMail(content: MarketWeek): Notice {
  const { monday, week, weekBefore, funnels, unsold } = content;
  const earning = funnels.map(
    ({ name, revenueCents }) => `${toSingleLine(name)} ${formatPrice(revenueCents)}`,
  );
  const missing = unsold.map(({ state, leads }) => `${state} ${formatCount(leads)}`);
  return {
    subject: `Week of ${formatDay(monday)}: ${countLeads(week.accepted)} accepted, ${formatCount(week.sold)} sold`,
    paragraphs: [
      `Funnels posted ${countLeads(week.accepted)} from ${formatWeek(monday)}, ${compareCounts(week.accepted, weekBefore.accepted)}.`,
    ],
    action: { label: 'Open the reports', to: '/admin/reports' },
    details: [
      ...toRows(content, marketRows),
      { label: 'Most revenue', value: earning.join(', ') || NOTHING },
      { label: 'Most unsold leads', value: missing.join(', ') || NOTHING },
    ],
    footnote:
      'Days are those of the reporting time zone. Duplicates do not count as refused. You get this once a week.',
    footer: ADMIN_FOOTER,
  };
}
