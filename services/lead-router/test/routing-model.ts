import {
  ageRanges,
  assetBands,
  type Filters,
  LEAD_PRICE_CENTS,
  leadTypes,
  MINUTES_PER_DAY,
  noFilters,
  usStates,
} from '@desk/contracts';

export { noFilters };

/** What the rules say, computed without the service's code: one buyer as the agent would describe it. */
export interface ModelBuyer {
  readonly id: string;
  timeZone: string;
  enabled: boolean;
  accountDisabled: boolean;
  underReview: boolean;
  cardUsable: boolean;
  /** Until when the card must not be charged. */
  heldUntil: Date | null;
  limit: number;
  filters: Filters;
  /** Position in the order of waiting; higher means served later. */
  servedAt: number;
  readonly offers: ModelOffer[];
  /** The first day that may be counted since the last move to another time zone. */
  countedDay: string;
}
export interface ModelOffer {
  readonly id: string;
  readonly lead: ModelLead;
  /** The buyer's day when the offer was made. */
  readonly date: string;
  held: boolean;
}
export interface ModelLead {
  readonly id: string;
  readonly state: string;
  readonly leadType: string;
  readonly estimatedAssets: string;
  readonly ageRange: string;
  readonly declinedBy: Set<string>;
}

/** Date, ISO weekday and minute of the day on the clocks of a zone. */
function wallClock(at: Date, timeZone: string) {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? '';
  const date = `${part('year')}-${part('month')}-${part('day')}`;
  const day = new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
  return { date, day, minute: Number(part('hour')) * 60 + Number(part('minute')) };
}

function mondayOf(date: string): string {
  const monday = new Date(`${date}T00:00:00Z`);
  monday.setUTCDate(monday.getUTCDate() - (monday.getUTCDay() || 7) + 1);
  return monday.toISOString().slice(0, 10);
}

const latest = (...dates: readonly string[]): string => dates.toSorted().at(-1) ?? '';
const heldOffers = ({ offers }: ModelBuyer): ModelOffer[] => offers.filter(({ held }) => held);

/** The day whose slots are counted: after a move to an earlier zone, the day that has begun lasts until it ends there. */
export const todayOf = (buyer: ModelBuyer, now: Date): string =>
  latest(wallClock(now, buyer.timeZone).date, buyer.countedDay);

export function moveTo(buyer: ModelBuyer, timeZone: string, now: Date): void {
  buyer.timeZone = timeZone;
  buyer.countedDay = latest(wallClock(now, timeZone).date, ...heldOffers(buyer).map((offer) => offer.date));
}

/** Why the buyer gets nothing at that moment; null if eligible. */
export function reasonAgainst(buyer: ModelBuyer, now: Date): string | null {
  if (!buyer.enabled || buyer.accountDisabled || buyer.underReview) return 'paused';
  if (!buyer.cardUsable) return 'card';
  if (buyer.heldUntil !== null && now < buyer.heldUntil) return 'charge on hold';
  const date = todayOf(buyer, now);
  const { day, minute } = wallClock(now, buyer.timeZone);
  const held = heldOffers(buyer);
  if (held.filter((offer) => offer.date === date).length >= buyer.limit) return 'limit';
  const { hours, weeklyBudgetCents, monthlyBudgetCents } = buyer.filters;
  const price = LEAD_PRICE_CENTS;
  const thisWeek = held.filter((offer) => mondayOf(offer.date) === mondayOf(date)).length;
  if (weeklyBudgetCents !== null && (thisWeek + 1) * price > weeklyBudgetCents) return 'weekly budget';
  const thisMonth = held.filter((offer) => offer.date.slice(0, 7) === date.slice(0, 7)).length;
  if (monthlyBudgetCents !== null && (thisMonth + 1) * price > monthlyBudgetCents) return 'monthly budget';
  const isOpen = hours.some((period) => period.day === day && period.from <= minute && minute < period.to);
  return hours.length > 0 && !isOpen ? 'hours' : null;
}

const accepts = (list: readonly string[], value: string): boolean =>
  list.length === 0 || list.includes(value);

export const matches = ({ filters, id }: ModelBuyer, lead: ModelLead): boolean =>
  accepts(filters.states, lead.state) &&
  accepts(filters.leadTypes, lead.leadType) &&
  accepts(filters.assetBands, lead.estimatedAssets) &&
  accepts(filters.ageRanges, lead.ageRange) &&
  !lead.declinedBy.has(id);

/** The fairness rule: of the eligible buyers whose filters match, the one who was served longest ago. */
export const expectedBuyer = (buyers: readonly ModelBuyer[], lead: ModelLead, now: Date): string | null =>
  buyers
    .filter((buyer) => reasonAgainst(buyer, now) === null && matches(buyer, lead))
    .toSorted((a, b) => a.servedAt - b.servedAt)[0]?.id ?? null;

export const newBuyer = (random: Random, id: string, timeZone: string, servedAt: number): ModelBuyer => ({
  id,
  timeZone,
  enabled: true,
  accountDisabled: false,
  underReview: false,
  cardUsable: true,
  heldUntil: null,
  limit: 1 + random.below(4),
  filters: noFilters,
  servedAt,
  offers: [],
  countedDay: '',
});

/** Mulberry32: small, seeded, good enough to choose test data. */
export function randomOf(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const pick = <T>(values: readonly T[]): T => {
    const value = values[below(values.length)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  };
  return { next, below, pick, some: <T>(values: readonly T[]): T[] => values.filter(() => next() < 0.4) };
}
export type Random = ReturnType<typeof randomOf>;

/** A few states only, so that leads and filters meet. */
const states = usStates.slice(0, 4);

export function randomFilters(random: Random): Filters {
  const maybe = <T>(values: readonly T[]): T[] => (random.next() < 0.5 ? [] : random.some(values));
  const hours = random.next() < 0.5 ? [] : randomHours(random);
  const budget = (): number | null =>
    random.next() < 0.7 ? null : LEAD_PRICE_CENTS * (1 + random.below(4)) + random.below(LEAD_PRICE_CENTS);
  return {
    states: maybe(states),
    leadTypes: maybe(leadTypes),
    assetBands: maybe(assetBands),
    ageRanges: maybe(ageRanges),
    hours,
    weeklyBudgetCents: budget(),
    monthlyBudgetCents: budget(),
  };
}

/** One period on each of some days, often around the hours in which clocks change. */
const randomHours = (random: Random): Filters['hours'] =>
  random.some([1, 2, 3, 4, 5, 6, 7]).map((day) => {
    const from = random.next() < 0.5 ? random.below(4 * 60) : random.below(MINUTES_PER_DAY - 1);
    return { day, from, to: Math.min(MINUTES_PER_DAY, from + 1 + random.below(10 * 60)) };
  });

export const randomLead = (random: Random, id: string): ModelLead => ({
  id,
  state: random.pick(states),
  leadType: random.pick(leadTypes),
  estimatedAssets: random.pick(assetBands),
  ageRange: random.pick(ageRanges),
  declinedBy: new Set(),
});
