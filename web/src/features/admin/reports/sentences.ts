import { formatPrice } from '@desk/contracts/format/price';
import { formatCount, formatShare, pluralize } from '@/lib/numbers';
import { stateLabels } from '@/lib/state-labels';
import type { TimeSpan } from '@/lib/time-spans';
import {
  countUnsold,
  type FunnelCounts,
  type MarketReport,
  type PlaceCounts,
  type UnsoldInState,
} from './counts';

type Day = MarketReport['days'][number];

/** '30 of 42 leads accepted this month were sold (71%), for $2,400 after refunds.' `during` is 'this month'. */
export function describeSales(
  { accepted, sold, revenueCents }: Pick<Day, 'accepted' | 'sold' | 'revenueCents'>,
  during: string,
): string {
  const leads = `${pluralize(accepted, 'lead')} accepted ${during}`;
  if (sold === 0) return `None of ${leads} is sold yet.`;
  return `${formatCount(sold)} of ${leads} ${sold === 1 ? 'was' : 'were'} sold (${formatShare(sold / accepted)}), for ${formatPrice(revenueCents)} after refunds.`;
}

type Measured = Pick<TimeSpan, 'from' | 'to' | 'name'> & { readonly value: number };

/** ', most on Tue, Nov 24: 12'; the first of equals. A total on one day needs no such part. */
function describePeak(spans: readonly Measured[], format: (value: number) => string): string {
  const counted = spans.filter(({ value }) => value > 0);
  const [peak] = counted.toSorted((a, b) => b.value - a.value);
  if (peak === undefined) return '';
  const when = `${peak.from === peak.to ? 'on' : 'in'} ${peak.name}`;
  return counted.length === 1 ? `, all ${when}` : `, most ${when}: ${format(peak.value)}`;
}

const sum = (spans: readonly Measured[]): number => spans.reduce((total, { value }) => total + value, 0);

/** '42 leads accepted this month, most on Tue, Nov 24: 12.' */
export const describeAccepted = (spans: readonly Measured[], during: string): string =>
  `${pluralize(sum(spans), 'lead')} accepted ${during}${describePeak(spans, formatCount)}.`;

/** '$2,400 earned this month, most on Tue, Nov 24: $960.' */
export const describeRevenue = (spans: readonly Measured[], during: string): string =>
  `${formatPrice(sum(spans))} earned with leads accepted ${during}${describePeak(spans, formatPrice)}.`;

/** 'Retire Safe earned the most: $960 of $2,400.' Takes the most revenue first. */
export function describeFunnels(sorted: readonly Pick<FunnelCounts, 'name' | 'revenueCents'>[]): string {
  const total = sorted.reduce((amount, { revenueCents }) => amount + revenueCents, 0);
  const [best] = sorted;
  if (best === undefined || best.revenueCents === 0) return 'No funnel has earned anything yet.';
  if (best.revenueCents === total) return `All ${formatPrice(total)} came from ${best.name}.`;
  const equals = sorted.filter(({ revenueCents }) => revenueCents === best.revenueCents).length;
  const amounts = `${formatPrice(best.revenueCents)} of ${formatPrice(total)}`;
  return equals > 1
    ? `${best.name} and ${pluralize(equals - 1, 'other')} earned the most: ${amounts} each.`
    : `${best.name} earned the most: ${amounts}.`;
}

/** '12 MYGA leads have no buyer (9 expired, 3 waiting), most of them in Texas: 5.' Null is all types. */
export function describeUnsold(
  states: readonly UnsoldInState[],
  leadType: PlaceCounts['leadType'] | null,
): string {
  const lead = leadType === null ? 'lead' : `${leadType} lead`;
  const total = states.reduce((leads, state) => leads + countUnsold(state), 0);
  const [most] = states.toSorted((a, b) => countUnsold(b) - countUnsold(a));
  if (most === undefined) return `No ${lead} is without a buyer.`;
  const expired = states.reduce((leads, state) => leads + state.expired, 0);
  const where =
    states.length === 1
      ? `in ${stateLabels[most.state]}`
      : `most of them in ${stateLabels[most.state]}: ${formatCount(countUnsold(most))}`;
  return `${pluralize(total, lead)} ${total === 1 ? 'has' : 'have'} no buyer (${formatCount(expired)} expired, ${formatCount(total - expired)} waiting), ${where}.`;
}
