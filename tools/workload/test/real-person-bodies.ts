import { type Random, seededRandom } from '../src/random.js';
import type { LeadBody } from '../src/persons/lead-body.js';

/**
 * Leads as people really write them. Names: the Census Bureau's "Frequently Occurring Surnames" and the Social Security
 * Administration's baby names, with the particles, suffixes, accents and apostrophes of people's passports. Places: USPS
 * Publication 28 (PO boxes have ordinary codes; military and territory codes), and codes that the Census Bureau lists in
 * two states. Area codes: in service since 2023, or announced by NANPA. Dates, ages and amounts: as browsers,
 * spreadsheets and people write them into forms.
 */
const firstNames =
  "Margaret|José|Renée|D’Andre|D'Angelo|Mary Ann|Mary-Kate|Nuala|Siobhán|Søren|Zoë|François|Kaʻiulani|Xóchitl|Bo|Ng|J.|Wm.|Ana María|Nguyễn|Łukasz|LaToya|DeShawn|Jean-Luc|Ünal|O\u2019Neil|Rose\u0301|王秀英".split(
    '|',
  );
const lastNames =
  "Smith|O'Brien|O’Connor|De la Cruz|de la Fuente-Nuñez|Van der Berg|van Dyke|von Trapp|St. John|Smith-Jones|Nguyễn|Müller|Null|MacDonald|McDonald|D’Angelo|Ó Súilleabháin|Peña|Begay|Al-Sayed|Li|O|Garcia Lopez|Ellison Jr.|Hays III|King, Sr.|Dvořák|Ha’alilio|Muñoz y Rivera|Mun\u0303oz".split(
    '|',
  );
/** ZIP codes with the states that people in them write. */
const places: readonly (readonly [zip: string, state: string])[] = [
  ...['TX', 'Texas', 'texas', 'tx'].map((state) => ['78701', state] as const),
  ['71749', 'LA'],
  ['63673', 'IL'],
  ['86044', 'UT'],
  ['57717', 'MT'],
  ['57717', 'WY'],
  ['06390', 'NY'],
  ['86515', 'NM'],
  ['72643', 'MO'],
  ['59221', 'ND'],
  ['69337', 'SD'],
  ['38079', 'TN'],
  ['42223', 'KY'],
  ['09012', 'AE'],
  ['34002', 'AA'],
  ['96201', 'AP'],
  ['00901', 'PR'],
  ['00802', 'VI'],
  ['96910', 'GU'],
  ['96799', 'AS'],
  ['96950', 'MP'],
  ['99950', 'AK'],
  ['96813', 'Hawaii'],
  ['20001', 'D.C.'],
  ['00501', 'NY'],
  ['10001-1234', 'New York'],
  ['021081234', 'MA'],
  ['02108', 'Massachusetts'],
  ['33101', 'Florida'],
  ['83413', 'ID'],
  ['88510', 'TX'],
  ['73301', 'TX'],
  ['25701', 'West Virginia'],
  ['27601', 'north carolina'],
];
const areaCodes =
  '512 212 305 787 340 671 684 670 621 436 861 624 327 572 645 656 686 728 738 821 835 837 924 945 983 369 471'.split(
    ' ',
  );
const phoneForms: readonly ((area: string, line: string) => string)[] = [
  (area, line) => `(${area}) 555-${line}`,
  (area, line) => `${area}-555-${line}`,
  (area, line) => `${area}.555.${line}`,
  (area, line) => `${area}555${line}`,
  (area, line) => `1${area}555${line}`,
  (area, line) => `+1 ${area} 555 ${line}`,
  (area, line) => `+1 (${area}) 555-${line}`,
  (area, line) => `\u202a(${area}) 555-${line}\u202c`,
  (area, line) => `${area}\u2011555\u2011${line}`,
  (area, line) => `tel:+1${area}555${line}`,
];
const ages: readonly LeadBody[] = [
  ...[{ age: 67 }, { age: '67' }, { age: '67 years old' }, { age: '67 yrs' }, { age: '76+' }, { age: '101' }],
  ...[
    { age_range: '61-65' },
    { age_range: '61 – 65' },
    { age_range: '76+' },
    { age: 63, age_range: '61-65' },
  ],
  ...['1958-04-12', '04/12/1958', '4/12/1958', '4/12/58', '04-12-1958', 'April 12, 1958', 'Apr 12 1958'].map(
    (dob) => ({ dob }),
  ),
  ...['12 April 1958', '19580412', '1958/04/12', '1958-04-12T00:00:00.000Z', '02/29/1956'].map((dob) => ({
    dob,
  })),
];
const amounts: readonly (string | number)[] = [
  ...[
    250_000,
    1_250_000,
    '250000',
    '$250,000',
    '$250,000.00',
    '250k',
    '$250K',
    '250 k',
    '$1.2M',
    '1.2 million',
    '1M+',
  ],
  ...[
    '$250,000-$500,000',
    '$250,000 - $500,000',
    '$250K–$500K',
    '$250K to $500K',
    '250-500k',
    'over $500,000',
  ],
  ...[
    'more than 500,000',
    '$500K-$1M',
    '$1,000,000+',
    '$1M+',
    'about $300,000',
    '100000',
    '$100k+',
    '500 thousand',
  ],
];
const mailboxes: readonly ((name: string) => string)[] = [
  (name) => `${name}@example.com`,
  (name) => `${name.toUpperCase()}@Example.com`,
  (name) => `o'${name}@example.com`,
  (name) => `${name}+annuity@mail.example.org`,
  (name) => `${name}_1958@example.co`,
  (name) => ` ${name}@example.com. `,
  (name) => `josé.${name}@example.com`,
  (name) => `${name}@example.museum`,
];

/** Yields the same people for the same seed. No two share a phone number or an email address. */
export class RealPersonBodies {
  private readonly random: Random;
  private count = 0;

  constructor(seed: string) {
    this.random = seededRandom(seed);
  }

  /** The values of each list are used in turn, so that 1,000 people write in every way. */
  next(): LeadBody {
    const index = this.count;
    this.count += 1;
    const turn = <T>(list: readonly T[], every = 1): T => {
      const item = list[(Math.floor(index / every) + this.random.number.int(every - 1)) % list.length];
      if (item === undefined) throw new Error('empty list');
      return item;
    };
    const [first, last] = [turn(firstNames), turn(lastNames, 2)];
    const [zip, state] = turn(places, 3);
    const line = String(index % 10_000)
      .padStart(4, '0')
      .replace('1212', '9212');
    return {
      ...(index % 3 === 0 ? { full_name: `${first} ${last}` } : { first_name: first, last_name: last }),
      email: turn(mailboxes)(`walter.hays${index}`),
      phone: turn(phoneForms, 2)(turn(areaCodes), line),
      state,
      zip,
      ...turn(ages, 2),
      assets: turn(amounts),
      timeline: turn(['0-3 months', '3 - 6 months', '6–12 Months', '12+ months']),
      type: turn(['Fixed', 'fixed annuity', 'Indexed', 'MYGA', 'myga annuity leads']),
    };
  }
}
