import { formatPrice } from '@desk/contracts/format/price';
import { weekdayNames } from '@desk/contracts/leads/filters.values';
import { formatDuration } from '@/lib/dates';
import { formatCount, formatShare, pluralize } from '@/lib/numbers';
import { formatHour, HOURS } from '@/lib/hours';

/** '9 more than', '2 fewer than' or 'as many as'. */
export const compareCounts = (now: number, before: number): string =>
  now === before
    ? 'as many as'
    : `${formatCount(Math.abs(now - before))} ${now > before ? 'more' : 'fewer'} than`;

/** '$720 more than', '$80 less than' or 'as much as'. Takes cents. */
export const compareAmounts = (nowCents: number, beforeCents: number): string =>
  nowCents === beforeCents
    ? 'as much as'
    : `${formatPrice(Math.abs(nowCents - beforeCents))} ${nowCents > beforeCents ? 'more' : 'less'} than`;

/** Returns the cost of one won client in cents, or null if none was won. */
export const getCostPerWon = (spentCents: number, won: number): number | null =>
  won === 0 ? null : Math.round(spentCents / won);

/** '$8,640' or '-$80'. Takes cents. */
export const formatReturn = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${formatPrice(Math.abs(cents))}`;

/** '18.8 times what you spent'; undefined if nothing was spent. Takes cents. */
export const describeReturn = (commissionCents: number, spentCents: number): string | undefined =>
  spentCents === 0 ? undefined : `${(commissionCents / spentCents).toFixed(1)} times what you spent`;

interface Counted {
  readonly leads: number;
}

/** Returns the entry with the most leads, or the first one in a tie. */
const findLargest = <Entry extends Counted>(entries: readonly Entry[]): Entry | undefined =>
  entries.reduce<Entry | undefined>(
    (largest, entry) => (largest === undefined || entry.leads > largest.leads ? entry : largest),
    undefined,
  );

/** 'Texas has the most leads: 12 of 42.' */
export function describeLargest(entries: readonly (Counted & { readonly label: string })[]): string {
  const total = entries.reduce((sum, { leads }) => sum + leads, 0);
  const largest = findLargest(entries);
  if (largest === undefined || largest.leads === 0) return 'No leads.';
  if (largest.leads === total)
    return total === 1
      ? `The only lead: ${largest.label}.`
      : `All ${formatCount(total)} leads: ${largest.label}.`;
  const equals = entries.filter(({ leads }) => leads === largest.leads).length;
  return equals > 1
    ? `${largest.label} and ${pluralize(equals - 1, 'other')} have the most leads: ${formatCount(largest.leads)} of ${formatCount(total)} each.`
    : `${largest.label} has the most leads: ${formatCount(largest.leads)} of ${formatCount(total)}.`;
}

interface HourCount extends Counted {
  readonly weekday: number;
  readonly hour: number;
}

/** Counts the leads of each weekday or hour, in the order of `values`. */
const sumBy = (hours: readonly HourCount[], values: readonly number[], property: 'weekday' | 'hour') =>
  values.map((value) => ({
    value,
    leads: hours.reduce((sum, each) => sum + (each[property] === value ? each.leads : 0), 0),
  }));

/** 'The most leads came on Tuesdays (12 of 42) and between 2 PM and 3 PM (7).' */
export function describeArrivals(hours: readonly HourCount[]): string {
  const total = hours.reduce((sum, { leads }) => sum + leads, 0);
  const weekday = findLargest(sumBy(hours, [1, 2, 3, 4, 5, 6, 7], 'weekday'));
  const hour = findLargest(sumBy(hours, HOURS, 'hour'));
  if (weekday === undefined || hour === undefined || total === 0) return 'No leads.';
  const name = weekdayNames[weekday.value - 1] ?? '';
  const between = `between ${formatHour(hour.value)} and ${formatHour(hour.value + 1)}`;
  if (total === 1) return `The only lead came on a ${name}, ${between}.`;
  return `The most leads came on ${name}s (${formatCount(weekday.leads)} of ${formatCount(total)}) and ${between} (${formatCount(hour.leads)}).`;
}

/** '5 of 42 leads won (12%), at $672 per won client.' */
export function describeConversion(leads: number, won: number, spentCents: number): string {
  const cost = getCostPerWon(spentCents, won);
  if (cost === null) return `None of ${pluralize(leads, 'lead')} won yet.`;
  return `${formatCount(won)} of ${pluralize(leads, 'lead')} won (${formatShare(won / leads)}), at ${formatPrice(cost)} per won client.`;
}

/** 'You contact half of your leads within 12 min. Across all agents, it takes 25 min.' */
export function describeContactSpeed(ownMs: number | null, allAgentsMs: number | null): string {
  if (ownMs === null) return "You haven't changed the status of a lead yet, so there is no time to compare.";
  const own = `You contact half of your leads within ${formatDuration(ownMs)}`;
  if (allAgentsMs === null) return `${own}.`;
  return `${own}. Across all agents, it takes ${formatDuration(allAgentsMs)}.`;
}
