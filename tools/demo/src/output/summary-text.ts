import { toDollars } from '@desk/contracts';
import type { Summary } from '../summary.js';
import { alignColumns } from './columns.js';
import type { Percentiles } from './percentiles.js';

const list = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

const inBrackets = (text: string): string => (text === '' ? '' : ` (${text})`);

/** What happened, for people. */
export function summaryText(summary: Summary, seed: string): string {
  const { answers, times } = summary;
  const answered = [
    `accepted ${answers.accepted}`,
    `replayed ${answers.replayed}`,
    `duplicate ${answers.duplicate}`,
    `invalid ${answers.invalid}${inBrackets(list(summary.invalidByField))}`,
    ...(answers.refused > 0 ? [`refused ${answers.refused}`] : []),
    ...(answers.unanswered > 0 ? [`unanswered ${answers.unanswered}`] : []),
  ];
  const fates = [
    `sold ${summary.sold}`,
    `delivered ${summary.delivered}`,
    `waiting for a buyer ${summary.waiting}`,
    ...(summary.expired > 0 ? [`expired ${summary.expired}`] : []),
    ...(summary.refunded > 0 ? [`refunded ${summary.refunded}`] : []),
    ...(summary.declinedCharges > 0 ? [`declined charges ${summary.declinedCharges}`] : []),
  ];
  return [
    '',
    `Posted ${summary.posted} (seed ${seed}): ${answered.join(', ')}`,
    `Leads: ${fates.join(', ')}`,
    `Revenue ${toDollars(summary.revenueCents)}${inBrackets(list(summary.byBuyer))}`,
    ...alignColumns(
      [
        ['', 'p50', 'p95', 'max'],
        timesRow('posted → accepted', times.accepted),
        timesRow('posted → sold', times.sold),
        timesRow('posted → delivered', times.delivered),
      ],
      [1, 2, 3],
    ),
    ...(summary.unplanned > 0
      ? [`${summary.unplanned} answered otherwise than for people who are new to the system.`]
      : []),
    summary.unaccounted.length === 0
      ? '✓ every lead accounted for'
      : `✗ ${summary.unaccounted.length} not accounted for:`,
    ...summary.unaccounted.map(({ number, why }) => `    #${number}  ${why}`),
  ].join('\n');
}

const timesRow = (name: string, times: Percentiles | undefined): string[] => [
  name,
  ...(times ? [times.p50, times.p95, times.max].map((ms) => `${Math.round(ms)} ms`) : ['–', '–', '–']),
];
