import { formatAmount } from '@desk/contracts';
import { alignColumns, type Percentiles } from '@desk/tool-workload';
import type { Summary } from '../summary.js';

const listCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

const inParentheses = (text: string): string => (text === '' ? '' : ` (${text})`);

export function summaryText(summary: Summary, seed: string): string {
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
    ...(summary.unexpected > 0
      ? [`${summary.unexpected} posts had another outcome than in a database without these persons.`]
      : []),
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
