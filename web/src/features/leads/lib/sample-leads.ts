import { assetBands, leadTypes } from '@desk/contracts/leads/leads.values';
import type { LeadItem, LeadsPage } from '@desk/contracts/leads/sold-leads.routes';
import { LEADS_PAGE_SIZE } from '@desk/contracts/leads/sold-leads.values';
import { LEAD_PRICE_CENTS } from '@desk/contracts/money';
import { toDay } from '@/lib/dates';
import type { LeadFilters } from './filters';

const states = ['CA', 'TX', 'FL', 'NY', 'IL'] as const;
const ageRanges = ['55-60', '61-65', '66-70', '71-75'] as const;

/** A lead in the list: the agent's own or a sample. */
export type ListedLead = Omit<LeadItem, 'zipCode' | 'purchaseTimeline'> & { readonly isSample?: true };

const SAMPLE_COUNT = 50;

const areaCodes: Record<(typeof states)[number], readonly string[]> = {
  CA: ['213', '415', '619'],
  TX: ['214', '512', '713'],
  FL: ['305', '407', '813'],
  NY: ['212', '315', '518'],
  IL: ['217', '312', '618'],
};
// prettier-ignore
const firstNames = [
  'Margaret', 'Robert', 'Linda', 'James', 'Patricia', 'William', 'Barbara', 'Richard', 'Susan', 'Thomas',
  'Dorothy', 'Charles', 'Carol', 'Daniel', 'Ruth', 'George', 'Sharon', 'Kenneth', 'Elena', 'Walter',
] as const;
// prettier-ignore
const lastNames = [
  'Ellison', 'Navarro', 'Whitfield', 'Okafor', 'Lindqvist', 'Brennan', 'Castellano', 'Hargrove', 'Nguyen', 'Pruitt',
  'Sandoval', 'Thornton', 'Abernathy', 'Kowalski', 'Delgado', 'Fairchild', 'Mercer', 'Yamamoto', 'Redding', 'Voss',
] as const;

const HOUR_MS = 3_600_000;

/** Mulberry32: a seeded generator, so everybody always sees the same samples. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns samples of the past six weeks, newest first, denser toward `now` so that every date filter finds some. */
export function createSampleLeads(now: number): ListedLead[] {
  const random = createRandom(4_271);
  const pick = <T>(values: readonly [T, ...T[]] | readonly T[]): T =>
    values[Math.floor(random() * values.length)] as T;
  return Array.from({ length: SAMPLE_COUNT }, (_, index) => {
    const [firstName, lastName, state] = [pick(firstNames), pick(lastNames), pick(states)];
    const hoursAgo = 0.4 * (index + 1) ** 2 + random() * 0.4 * (index + 1);
    const soldAt = now - Math.round(hoursAgo * HOUR_MS);
    return {
      id: `sample-${index + 1}`,
      isSample: true,
      fullName: `${firstName} ${lastName}`,
      email: `${firstName}.${lastName}@example.com`.toLowerCase(),
      // 555-0100 to 555-0199 are reserved for fiction.
      phone: `+1${pick(areaCodes[state])}55501${String(Math.floor(random() * 100)).padStart(2, '0')}`,
      state,
      ageRange: pick(ageRanges),
      estimatedAssets: pick(assetBands),
      leadType: pick(leadTypes),
      price: (LEAD_PRICE_CENTS / 100).toFixed(2),
      soldAt: new Date(soldAt).toISOString(),
      deliveredAt: new Date(soldAt + 400 + Math.round(random() * 2_000)).toISOString(),
      refundedAt: null,
      disposition: 'new',
      remindAt: null,
      appointmentAt: null,
      commissionCents: null,
      version: 1,
    };
  });
}

const DAY_MS = 24 * HOUR_MS;
/** Fewer digits would match almost every phone number. */
const MIN_PHONE_DIGITS = 3;

function matchesSearch({ fullName, email, phone, state }: ListedLead, search: string): boolean {
  const term = search.toLowerCase();
  const digits = /^[\d\s().+-]+$/.test(term) ? term.replaceAll(/\D/g, '') : '';
  return (
    state.toLowerCase() === term ||
    fullName.toLowerCase().includes(term) ||
    email.includes(term) ||
    (digits.length >= MIN_PHONE_DIGITS && phone.includes(digits))
  );
}

function matchesChoices(lead: ListedLead, filters: LeadFilters): boolean {
  const { disposition, state, leadType, ageRange, assetBand, reminder } = filters;
  const pairs = [
    [disposition, lead.disposition],
    [state, lead.state],
    [leadType, lead.leadType],
    [ageRange, lead.ageRange],
    [assetBand, lead.estimatedAssets],
    // Nobody calls a sample back.
    [reminder, null],
  ];
  return pairs.every(([chosen, value]) => chosen === null || chosen === value);
}

function matchesDate({ soldAt }: ListedLead, { days, from, to }: LeadFilters, now: number): boolean {
  if (days !== null && Date.parse(soldAt) < now - Number(days) * DAY_MS) return false;
  const day = toDay(soldAt);
  return (from === null || day >= from) && (to === null || day <= to);
}

/** Filters and pages samples the way the API does for real leads. */
export function findSamples(
  filters: LeadFilters,
  now: number,
): Pick<LeadsPage, 'total' | 'pages'> & { readonly leads: readonly ListedLead[] } {
  const { search, page } = filters;
  const matches = createSampleLeads(now).filter(
    (lead) =>
      matchesDate(lead, filters, now) &&
      matchesChoices(lead, filters) &&
      (search === '' || matchesSearch(lead, search)),
  );
  return {
    leads: matches.slice((page - 1) * LEADS_PAGE_SIZE, page * LEADS_PAGE_SIZE),
    total: matches.length,
    pages: Math.max(1, Math.ceil(matches.length / LEADS_PAGE_SIZE)),
  };
}
