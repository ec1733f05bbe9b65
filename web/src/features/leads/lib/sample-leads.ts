/** A sample: nobody real, and nothing was charged. Shown until the agent's first lead. */
export interface SampleLead {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly state: 'CA' | 'TX' | 'FL' | 'NY' | 'IL';
  readonly ageRange: '55-60' | '61-65' | '66-70' | '71-75';
  readonly assets: '$100K-$250K' | '$250K-$500K' | '$500K-$1M' | '$1M+';
  readonly type: 'Fixed' | 'Indexed' | 'MYGA';
  /** In dollars. */
  readonly price: 80;
  readonly createdAt: string;
  readonly deliveredAt: string;
}

export const SAMPLE_COUNT = 50;

const states = ['CA', 'TX', 'FL', 'NY', 'IL'] as const;
const ageRanges = ['55-60', '61-65', '66-70', '71-75'] as const;
const assetBands = ['$100K-$250K', '$250K-$500K', '$500K-$1M', '$1M+'] as const;
const types = ['Fixed', 'Indexed', 'MYGA'] as const;
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

const HOUR = 3_600_000;

/** Mulberry32: looks random, and is the same for everybody and each time. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Newest first. They come ever more thinly back to about six weeks before `now`, so that every date filter finds some. */
export function sampleLeads(now: number): SampleLead[] {
  const random = numbers(4_271);
  const pick = <T>(values: readonly [T, ...T[]] | readonly T[]): T =>
    values[Math.floor(random() * values.length)] as T;
  return Array.from({ length: SAMPLE_COUNT }, (_, index) => {
    const [firstName, lastName, state] = [pick(firstNames), pick(lastNames), pick(states)];
    const hoursAgo = 0.4 * (index + 1) ** 2 + random() * 0.4 * (index + 1);
    const createdAt = now - Math.round(hoursAgo * HOUR);
    return {
      id: `sample-${index + 1}`,
      firstName,
      lastName,
      email: `${firstName}.${lastName}@example.com`.toLowerCase(),
      // 555-0100 to 555-0199 are kept for fiction.
      phone: `+1${pick(areaCodes[state])}55501${String(Math.floor(random() * 100)).padStart(2, '0')}`,
      state,
      ageRange: pick(ageRanges),
      assets: pick(assetBands),
      type: pick(types),
      price: 80,
      createdAt: new Date(createdAt).toISOString(),
      deliveredAt: new Date(createdAt + 400 + Math.round(random() * 2_000)).toISOString(),
    };
  });
}
