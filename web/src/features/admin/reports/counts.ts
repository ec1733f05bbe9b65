import type { RouteAnswer } from '@/lib/api-client';

export type MarketReport = RouteAnswer<'getMarketReport'>;
type Day = MarketReport['days'][number];
export type FunnelCounts = MarketReport['funnels'][number];
export type PlaceCounts = MarketReport['places'][number];

/** Null without a whole. */
export const toShare = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

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
type Totals = Record<(typeof totalNames)[number], number>;

export const sumDays = (days: readonly Day[]): Totals =>
  Object.fromEntries(
    totalNames.map((name) => [name, days.reduce((sum, day) => sum + day[name], 0)]),
  ) as Totals;

/** The most revenue first. */
export const sortFunnels = (funnels: readonly FunnelCounts[]): FunnelCounts[] =>
  funnels.toSorted(
    (a, b) => b.revenueCents - a.revenueCents || b.accepted - a.accepted || a.name.localeCompare(b.name),
  );

/** How good the leads of a funnel are, as agents say by their status. A lead that is still new says nothing. */
export function rateQuality({ contacted, appointment, won, lost }: FunnelCounts): {
  wonShare: number | null;
  sample: number;
} {
  const sample = contacted + appointment + won + lost;
  return { wonShare: toShare(won, sample), sample };
}

/** Leads that nobody bought. */
export const countUnsold = ({ expired, waiting }: Pick<PlaceCounts, 'expired' | 'waiting'>): number =>
  expired + waiting;

/** Places with leads that nobody bought, most of these first. */
export const sortUnsold = (places: readonly PlaceCounts[]): PlaceCounts[] =>
  places
    .filter((place) => countUnsold(place) > 0)
    .toSorted(
      (a, b) =>
        countUnsold(b) - countUnsold(a) ||
        a.state.localeCompare(b.state) ||
        a.leadType.localeCompare(b.leadType),
    );

export interface UnsoldInState {
  readonly state: PlaceCounts['state'];
  readonly expired: number;
  readonly waiting: number;
}

/** Adds up the lead types of each state. States without unsold leads are left out. */
export function sumUnsoldByState(places: readonly PlaceCounts[]): UnsoldInState[] {
  const byState = new Map<PlaceCounts['state'], UnsoldInState>();
  for (const { state, expired, waiting } of places) {
    const sum = byState.get(state);
    byState.set(state, {
      state,
      expired: expired + (sum?.expired ?? 0),
      waiting: waiting + (sum?.waiting ?? 0),
    });
  }
  return [...byState.values()].filter((each) => countUnsold(each) > 0);
}
