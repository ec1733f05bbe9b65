import { base, en, en_US, Faker } from '@faker-js/faker';
import { type LeadFieldName, postedLeadFieldEntries } from '@desk/contracts';
import { seedNumbers } from '../random.js';

type AreaCodes = readonly [string, ...string[]];

/** Telephone area codes of one large city in each of these states. */
export const areaCodesByState = {
  AZ: ['602', '480', '623'],
  CA: ['213', '310', '323', '415', '628'],
  CO: ['303', '720'],
  FL: ['305', '786', '407', '689', '813', '656'],
  GA: ['404', '470', '678'],
  IL: ['312', '773', '872'],
  IN: ['317', '463'],
  MA: ['617', '857'],
  MI: ['313'],
  MN: ['612'],
  MO: ['314'],
  NC: ['704', '980'],
  NJ: ['973', '862'],
  NV: ['702', '725'],
  NY: ['212', '646', '332'],
  OH: ['614', '380'],
  OR: ['503', '971'],
  PA: ['215', '267', '445'],
  SC: ['843', '854'],
  TN: ['615', '629'],
  TX: ['512', '737', '713', '832', '281', '214', '469'],
  UT: ['801', '385'],
  VA: ['804', '686'],
  WA: ['206'],
  WI: ['414'],
} as const satisfies Readonly<Record<string, AreaCodes>>;

/** A fictional person who requests an annuity quote. */
export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** Ten digits. */
  readonly phone: string;
  readonly state: string;
  readonly zip: string;
  readonly ageYears: number;
  readonly assetsDollars: number;
  /** Values of the lead fields, as a stored lead has them. */
  readonly values: Readonly<Partial<Record<LeadFieldName, string>>>;
}

const areas = Object.entries(areaCodesByState).flatMap(([state, codes]) =>
  codes.map((areaCode) => ({ state, areaCode })),
);

/** Line numbers of the 555 exchange without 1212, which reaches directory assistance. */
const LINE_NUMBERS = 9_999;
const DIRECTORY_ASSISTANCE = 1_212;

/** How many persons a seed yields before a telephone number repeats. */
const PERSONS_PER_SEED = areas.length * LINE_NUMBERS;

/** Coprime to `PERSONS_PER_SEED`, so that stepping by it visits every number once and neighbors differ. */
const STRIDE = 7_907;

/**
 * Yields the same persons for the same seed. Within a seed, no two share a phone number or email.
 *
 * Nobody can be contacted by accident: phone numbers use the fictional 555 exchange and emails use example.com.
 */
export class PersonGenerator {
  private readonly faker = new Faker({ locale: [en_US, en, base] });
  private readonly offset: number;
  private readonly mailboxTag: string;
  private count = 0;

  constructor(seed: string | number) {
    const [first = 0, second = 0] = seedNumbers(seed);
    this.faker.seed([first, second]);
    this.offset = first % PERSONS_PER_SEED;
    // Different seeds must not share emails. Letters only, because the person's index follows.
    this.mailboxTag = second.toString(26).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'.charAt(Number(digit)));
  }

  next(): Person {
    const { faker } = this;
    const index = this.count;
    this.count += 1;
    const firstName = faker.person.firstName();
    const lastName = faker.person.lastName();
    const { state, phone } = this.contactAt(index);
    const mailbox = `${firstName}.${lastName}`.toLowerCase().replaceAll(/[^a-z.]/g, '');
    const email = `${mailbox}.${this.mailboxTag}${index}@example.com`;
    const zip = faker.location.zipCode({ state });
    const contact = { fullName: `${firstName} ${lastName}`, email, phone: `+1${phone}`, state, zipCode: zip };
    return {
      firstName,
      lastName,
      email,
      phone,
      state,
      zip,
      ageYears: faker.number.int({ min: 55, max: 84 }),
      assetsDollars: faker.number.int({ min: 20, max: 300 }) * 5_000,
      values: { ...this.pickChoices(), ...contact },
    };
  }

  /** Picks a value for every field that has a list of them. */
  private pickChoices(): Partial<Record<LeadFieldName, string>> {
    return Object.fromEntries(
      postedLeadFieldEntries.flatMap(([field, { oneOf }]) =>
        oneOf ? [[field, this.faker.helpers.arrayElement(oneOf)]] : [],
      ),
    );
  }

  private contactAt(index: number): { state: string; phone: string } {
    const position = (this.offset + index * STRIDE) % PERSONS_PER_SEED;
    const area = areas[position % areas.length];
    if (!area) throw new Error('no area codes');
    const lineIndex = Math.floor(position / areas.length);
    const line = lineIndex < DIRECTORY_ASSISTANCE ? lineIndex : lineIndex + 1;
    return { state: area.state, phone: `${area.areaCode}555${String(line).padStart(4, '0')}` };
  }
}
