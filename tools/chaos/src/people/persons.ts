const firstNames = [
  'Ruth',
  'Walter',
  'Elaine',
  'Harold',
  'Judith',
  'Frank',
  'Marian',
  'Leonard',
  'Gloria',
  'Victor',
];
const lastNames = ['Bennett', 'Alvarez', 'Osborne', 'Kim', 'Whitaker', 'Dunn', 'Petrov', 'Castillo', 'Moran'];
const places = [
  ['FL', '33101'],
  ['TX', '75201'],
  ['AZ', '85001'],
  ['OH', '43004'],
  ['PA', '19104'],
] as const;
const ages = ['55-60', '61-65', '66-70', '71-75', '76+'];
const bands = ['$100K-$250K', '$250K-$500K', '$500K-$1M', '$1M+'];
const timelines = ['0-3 months', '3-6 months', '6-12 months', '12+ months'];
const types = ['Fixed', 'Indexed', 'MYGA'];

const nth = <T>(things: readonly T[], n: number): T => {
  const thing = things[n % things.length];
  if (thing === undefined) throw new Error('an empty list');
  return thing;
};

/** What a funnel posts of the nth person; no two persons share a mark. */
export function person(n: number): Record<string, string> {
  const [state, zip] = nth(places, n);
  const [first, last] = [nth(firstNames, n), nth(lastNames, n)];
  return {
    first_name: first,
    last_name: last,
    email: `${first}.${last}.${n}@example.com`.toLowerCase(),
    phone: `+1305${String(2_000_000 + n)}`,
    state,
    zip_code: zip,
    age_range: nth(ages, n),
    estimated_assets: nth(bands, n),
    purchase_timeline: nth(timelines, n),
    lead_type: nth(types, n),
    reference: `click-${n}`,
  };
}
