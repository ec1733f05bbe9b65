import { formatPrice } from '@desk/contracts/format/price';
import { REPORTED_AGENTS_MAX } from '@desk/contracts/leads/market-report.values';
import { formatDuration } from '@/lib/dates';
import { formatCount, formatShare, pluralize } from '@/lib/numbers';
import { formatName } from '@/lib/person-name';
import { stateLabels } from '@/lib/state-labels';
import type { TimeSpan } from '@/lib/time-spans';
import {
  type AgentCounts,
  countUnsold,
  type DayTotals,
  findDelay,
  type FunnelCounts,
  type MarketReport,
  type MoneyReport,
  type PlaceCounts,
  type StateCounts,
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

/** ', most on Tue, Nov 24: 12' or ', all on Tue, Nov 24'. In a tie, the first day. Empty if all are 0. */
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

/** '$2,400 earned with leads accepted this month, most on Tue, Nov 24: $960.' */
export const describeRevenue = (spans: readonly Measured[], during: string): string =>
  `${formatPrice(sum(spans))} earned with leads accepted ${during}${describePeak(spans, formatPrice)}.`;

const describeDelay = (ms: number): string =>
  ms === Infinity ? 'in more than a day' : `within ${formatDuration(ms)}`;

/**
 * 'Half of 42 delivered leads accepted this month reached their agents within 300 ms, 95% within 600 ms; 2 took longer than a
 * second.'
 */
export function describeDelivery(
  { delivered, deliveredInTime, delays }: Pick<DayTotals, 'delivered' | 'deliveredInTime' | 'delays'>,
  during: string,
): string {
  const [median, most] = [findDelay(delays, 50), findDelay(delays, 95)];
  if (median === null || most === null) return `No lead accepted ${during} is delivered yet.`;
  if (delivered === 1)
    return `The only delivered lead accepted ${during} reached its agent ${describeDelay(most)}.`;
  const late = delivered - deliveredInTime;
  return `Half of ${formatCount(delivered)} delivered leads accepted ${during} reached their agents ${describeDelay(median)}, 95% ${describeDelay(most)}; ${late === 0 ? 'none' : formatCount(late)} took longer than a second.`;
}

/**
 * 'Retire Safe earned the most: $960 of $2,400.' Takes the most revenue first. `noun` is 'funnel'.
 * With `max` of them, those with fewer leads are missing.
 */
export function describeEarners(
  noun: string,
  sorted: readonly Pick<FunnelCounts, 'name' | 'revenueCents'>[],
  max = Infinity,
): string {
  const total = sorted.reduce((amount, { revenueCents }) => amount + revenueCents, 0);
  const scope = sorted.length < max ? '' : ` of the ${formatCount(max)} ${noun}s with the most leads`;
  const [best] = sorted;
  if (best === undefined || best.revenueCents === 0)
    return `${scope === '' ? `No ${noun}` : `None${scope}`} has earned anything yet.`;
  if (best.revenueCents === total) return `${best.name} earned all ${formatPrice(total)}${scope}.`;
  const equals = sorted.filter(({ revenueCents }) => revenueCents === best.revenueCents).length;
  const amounts = `${formatPrice(best.revenueCents)} of ${formatPrice(total)}`;
  return equals > 1
    ? `${best.name} and ${pluralize(equals - 1, 'other')} earned the most${scope}: ${amounts} each.`
    : `${best.name} earned the most${scope}: ${amounts}.`;
}

/** '12 MYGA leads have no buyer (9 expired, 3 waiting), most of them in Texas: 5.' Null is all types. */
export function describeUnsold(
  states: readonly StateCounts[],
  leadType: PlaceCounts['leadType'] | null,
): string {
  const lead = leadType === null ? 'lead' : `${leadType} lead`;
  const unsold = states.filter((state) => countUnsold(state) > 0);
  const total = unsold.reduce((leads, state) => leads + countUnsold(state), 0);
  const [most] = unsold.toSorted((a, b) => countUnsold(b) - countUnsold(a));
  if (most === undefined) return `No ${lead} is without a buyer.`;
  const expired = unsold.reduce((leads, state) => leads + state.expired, 0);
  const where =
    unsold.length === 1
      ? `in ${stateLabels[most.state]}`
      : `most of them in ${stateLabels[most.state]}: ${formatCount(countUnsold(most))}`;
  return `${pluralize(total, lead)} ${total === 1 ? 'has' : 'have'} no buyer (${formatCount(expired)} expired, ${formatCount(total - expired)} waiting), ${where}.`;
}

/** Names the place with the largest difference: 'in 3 places, most for MYGA leads in Texas'. Null if there is no such place. */
function findGap(places: readonly PlaceCounts[], differenceIn: (place: PlaceCounts) => number) {
  const placesWithGap = places
    .filter((place) => differenceIn(place) > 0)
    .toSorted(
      (a, b) => differenceIn(b) - differenceIn(a) || stateLabels[a.state].localeCompare(stateLabels[b.state]),
    );
  const [place] = placesWithGap;
  if (place === undefined) return null;
  const name = `for ${place.leadType} leads in ${stateLabels[place.state]}`;
  return {
    place,
    name: placesWithGap.length === 1 ? name : `in ${formatCount(placesWithGap.length)} places, most ${name}`,
  };
}

/** Names the place with the most unsold leads where no agent buys. Empty if there is no such place. */
export function describeMissingAgents(places: readonly PlaceCounts[]): string {
  const gap = findGap(places, (place) => (place.agents === 0 ? countUnsold(place) : 0));
  if (gap === null) return '';
  const unsold = countUnsold(gap.place);
  return `Agents are missing ${gap.name}: ${pluralize(unsold, 'lead')} ${unsold === 1 ? 'has' : 'have'} no buyer, and no agent buys there now.`;
}

/** Names the place where today's open slots most exceed the leads of the whole period. Empty if there is none. */
export function describeMissingTraffic(places: readonly PlaceCounts[], during: string): string {
  const gap = findGap(places, ({ openSlots, accepted }) => openSlots - accepted);
  if (gap === null) return '';
  const { openSlots, accepted } = gap.place;
  const acceptedPhrase =
    accepted === 0 ? 'none was' : accepted === 1 ? '1 was' : `${formatCount(accepted)} were`;
  return `Traffic is missing ${gap.name}: agents may still buy ${formatCount(openSlots)} there today, and ${acceptedPhrase} accepted ${during}.`;
}

/** '3 leads', or '3+ leads' if there may be more. */
const count = (value: number, noun: string, isMinimum: boolean): string =>
  isMinimum ? `${formatCount(value)}+ ${noun}s` : pluralize(value, noun);

/**
 * '3 agents bought 42 leads this month, Grace Hill the most: 30; 2 charges were declined.' Takes the most
 * leads first. With `REPORTED_AGENTS_MAX` agents, those with fewer leads are missing.
 */
export function describeAgents(agents: readonly AgentCounts[], during: string): string {
  const bought = agents.reduce((leads, agent) => leads + agent.bought, 0);
  const declined = agents.reduce((charges, agent) => charges + agent.declined, 0);
  const isCut = agents.length === REPORTED_AGENTS_MAX;
  const verb = declined === 1 && !isCut ? 'was' : 'were';
  const charges = declined === 0 ? '' : `; ${count(declined, 'charge', isCut)} ${verb} declined`;
  const [most] = agents;
  if (most === undefined || bought === 0) return `No agent bought a lead ${during}${charges}.`;
  const buyers = agents.filter((agent) => agent.bought > 0).length;
  const areBuyersCut = buyers === REPORTED_AGENTS_MAX;
  const equals = agents.filter((agent) => agent.bought === most.bought).length;
  const others = equals === 1 ? '' : ` and ${count(equals - 1, 'other', equals === REPORTED_AGENTS_MAX)}`;
  const each = equals === 1 ? '' : ' each';
  const topBuyers =
    buyers === 1 ? '' : `, ${formatName(most.buyer)}${others} the most: ${formatCount(most.bought)}${each}`;
  return `${count(buyers, 'agent', areBuyersCut)} bought ${count(bought, 'lead', areBuyersCut)} ${during}${topBuyers}${charges}.`;
}

/** '$2,160 of $2,400 charged this month is left after refunds, disputes and fees.' */
export function describeMoney(
  { charges, chargesCents, refunds, disputes, feesCents, netCents }: MoneyReport['totals'],
  during: string,
): string {
  if (charges + refunds + disputes === 0 && netCents === 0) return `No money moved ${during}.`;
  const left = `${formatPrice(netCents)} of ${formatPrice(chargesCents)} charged ${during} is left after`;
  return feesCents === null
    ? `${left} refunds and disputes, before fees: the card provider has not reported any yet.`
    : `${left} refunds, disputes and fees.`;
}
