import type { RouteAnswer } from '@/lib/api-client';

export type MarketReport = RouteAnswer<'getMarketReport'>;
type Day = MarketReport['days'][number];
export type FunnelCounts = MarketReport['funnels'][number];
export type CampaignCounts = MarketReport['campaigns'][number];
export type PlaceCounts = MarketReport['places'][number];
export type AgentCounts = RouteAnswer<'getAgentsReport'>['agents'][number];
export type MoneyReport = RouteAnswer<'getMoneyReport'>;

/** Returns null if the whole is 0. */
export const toShare = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

const sumOf = <Item>(items: readonly Item[], count: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + count(item), 0);

const totalNames = [
  'accepted',
  'sold',
  'expired',
  'refunded',
  'revenueCents',
  'duplicates',
  'refused',
  'delivered',
  'deliveredInTime',
] as const satisfies readonly (keyof Day)[];

/** Leads delivered within this time of their post, but not within the next shorter one. `Infinity`: after a day. */
export interface Delay {
  readonly upToMs: number;
  readonly leads: number;
}
export interface DayTotals extends Readonly<Record<(typeof totalNames)[number], number>> {
  /** Shortest first. */
  readonly delays: readonly Delay[];
}

/** Adds up the delays of several days. */
function sumDelays(days: readonly Day[]): Delay[] {
  const byBound = Map.groupBy(
    days.flatMap(({ delays }) => delays),
    ({ upToMs }) => upToMs ?? Infinity,
  );
  return [...byBound]
    .map(([upToMs, delays]) => ({ upToMs, leads: sumOf(delays, ({ leads }) => leads) }))
    .toSorted((a, b) => (a.upToMs < b.upToMs ? -1 : 1));
}

export const sumDays = (days: readonly Day[]): DayTotals => ({
  ...(Object.fromEntries(totalNames.map((name) => [name, sumOf(days, (day) => day[name])])) as Record<
    (typeof totalNames)[number],
    number
  >),
  delays: sumDelays(days),
});

/** Returns the time within which `percent` of the leads were delivered: 50 is the median. Null without deliveries. */
export function findDelay(delays: readonly Delay[], percent: number): number | null {
  const total = sumOf(delays, ({ leads }) => leads);
  let counted = 0;
  for (const { upToMs, leads } of delays) {
    counted += leads;
    if (counted * 100 >= total * percent) return upToMs;
  }
  return null;
}

interface Earned {
  readonly name: string;
  readonly revenueCents: number;
  readonly accepted: number;
}

/** Sorts by revenue, highest first. */
export const sortByRevenue = <Earner extends Earned>(earners: readonly Earner[]): Earner[] =>
  earners.toSorted(
    (a, b) => b.revenueCents - a.revenueCents || b.accepted - a.accepted || a.name.localeCompare(b.name),
  );

/** 'retire-early (google)' */
export function nameCampaign({ source, campaign }: Pick<CampaignCounts, 'source' | 'campaign'>): string {
  if (campaign !== '') return source === '' ? campaign : `${campaign} (${source})`;
  return source === '' ? 'Without a campaign' : `${source}, no campaign`;
}

type StatusCounts = Pick<CampaignCounts, 'contacted' | 'appointment' | 'won' | 'lost'>;

/** Rates leads by the statuses that agents set. Leads that are still new are not counted. */
export function rateQuality({ contacted, appointment, won, lost }: StatusCounts): {
  wonShare: number | null;
  sample: number;
} {
  const sample = contacted + appointment + won + lost;
  return { wonShare: toShare(won, sample), sample };
}

/** Counts leads without a buyer: both expired and waiting ones. */
export const countUnsold = ({ accepted, sold }: Pick<PlaceCounts, 'accepted' | 'sold'>): number =>
  accepted - sold;

/** What the map of places shows: leads without a buyer, or open daily slots. */
export type PlaceMeasure = 'unsold' | 'open';

const measurePlace = (
  place: Pick<PlaceCounts, 'accepted' | 'sold' | 'openSlots'>,
  measure: PlaceMeasure,
): number => (measure === 'unsold' ? countUnsold(place) : place.openSlots);

/** Returns the places with a value above 0, largest first. */
export const sortPlaces = (places: readonly PlaceCounts[], measure: PlaceMeasure): PlaceCounts[] =>
  places
    .filter((place) => measurePlace(place, measure) > 0)
    .toSorted(
      (a, b) =>
        measurePlace(b, measure) - measurePlace(a, measure) ||
        a.state.localeCompare(b.state) ||
        a.leadType.localeCompare(b.leadType),
    );

/** Returns each state's lead type with the most open slots. Slots do not add up: an agent can buy several types. */
export const pickMostOpen = (places: readonly PlaceCounts[]): PlaceCounts[] =>
  [...Map.groupBy(sortPlaces(places, 'open'), ({ state }) => state).values()].flatMap((types) =>
    types.slice(0, 1),
  );

export type StateCounts = Pick<PlaceCounts, 'state' | 'accepted' | 'sold' | 'expired' | 'agents'>;

/**
 * Adds up the leads of each state. `agents` is the largest number of any type, a lower bound: an agent can buy several
 * types, so agents do not add up.
 */
export const sumByState = (places: readonly PlaceCounts[]): StateCounts[] =>
  [...Map.groupBy(places, ({ state }) => state)].map(([state, types]) => ({
    state,
    accepted: sumOf(types, ({ accepted }) => accepted),
    sold: sumOf(types, ({ sold }) => sold),
    expired: sumOf(types, ({ expired }) => expired),
    agents: Math.max(...types.map(({ agents }) => agents)),
  }));

/** Adds up the charges, refunds, disputes and fees of several days. */
export function sumMoney(days: readonly MoneyReport['days'][number][]) {
  const fees = days.flatMap(({ feesCents }) => feesCents ?? []);
  return {
    chargesCents: sumOf(days, ({ chargesCents }) => chargesCents),
    refundsCents: sumOf(days, ({ refundsCents }) => refundsCents),
    disputesCents: sumOf(days, ({ disputesCents }) => disputesCents),
    feesCents: fees.length === 0 ? null : sumOf(fees, (cents) => cents),
    netCents: sumOf(days, ({ netCents }) => netCents),
  };
}
