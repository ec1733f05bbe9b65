import { formatPrice } from '@desk/contracts/format/price';
import type { Bar } from '@/components/charts/bar-chart';
import { pluralize } from '@/lib/numbers';
import { listPath } from './list-path';
import type { ReportSpan } from './divide-report';

/** What the bars show. */
export type Measure = 'leads' | 'spent';

/** 'Tue, Nov 24: 12 leads, $960' */
const nameSpan = ({ name, leads, spentCents, isUnfinished }: ReportSpan): string =>
  `${name}: ${pluralize(leads, 'lead')}, ${formatPrice(spentCents)}${isUnfinished ? ' so far' : ''}`;

/** Returns a bar for each span. Bars without leads have no link. */
export const toBars = (spans: readonly ReportSpan[], measure: Measure): Bar[] =>
  spans.map((span) => ({
    key: span.from,
    name: nameSpan(span),
    label: span.label,
    value: measure === 'leads' ? span.leads : span.spentCents,
    isQuiet: span.isQuiet,
    isUnfinished: span.isUnfinished,
    ...(span.leads > 0 && { to: listPath({ from: span.from, to: span.to }) }),
  }));
