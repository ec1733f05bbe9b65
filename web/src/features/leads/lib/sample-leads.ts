import { assetBands, leadTypes } from '@desk/contracts/leads/leads.values';
import { LEAD_PRICE_CENTS } from '@desk/contracts/money';

const states = ['CA', 'TX', 'FL', 'NY', 'IL'] as const;
const ageRanges = ['55-60', '61-65', '66-70', '71-75'] as const;

/** A fictional lead, shown until the agent's first real one. */
export interface SampleLead {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly state: (typeof states)[number];
  readonly ageRange: (typeof ageRanges)[number];
  readonly assets: (typeof assetBands)[number];
  readonly type: (typeof leadTypes)[number];
  readonly priceCents: number;
  readonly createdAt: string;
  readonly deliveredAt: string;
}

export const SAMPLE_COUNT = 50;

const areaCodes: Record<SampleLead['state'], readonly string[]> = {
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
export function createSampleLeads(now: number): SampleLead[] {
  const random = createRandom(4_271);
  const pick = <T>(values: readonly [T, ...T[]] | readonly T[]): T =>
    values[Math.floor(random() * values.length)] as T;
  return Array.from({ length: SAMPLE_COUNT }, (_, index) => {
    const [firstName, lastName, state] = [pick(firstNames), pick(lastNames), pick(states)];
    const hoursAgo = 0.4 * (index + 1) ** 2 + random() * 0.4 * (index + 1);
    const createdAt = now - Math.round(hoursAgo * HOUR_MS);
    return {
      id: `sample-${index + 1}`,
      firstName,
      lastName,
      email: `${firstName}.${lastName}@example.com`.toLowerCase(),
      // 555-0100 to 555-0199 are reserved for fiction.
      phone: `+1${pick(areaCodes[state])}55501${String(Math.floor(random() * 100)).padStart(2, '0')}`,
      state,
      ageRange: pick(ageRanges),
      assets: pick(assetBands),
      type: pick(leadTypes),
      priceCents: LEAD_PRICE_CENTS,
      createdAt: new Date(createdAt).toISOString(),
      deliveredAt: new Date(createdAt + 400 + Math.round(random() * 2_000)).toISOString(),
    };
  });
}
