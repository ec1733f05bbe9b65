import type { Person } from '../people/people.js';
import type { Random } from '../people/random.js';

/** Field name → value, as one funnel or another would send it. */
export type Body = Readonly<Record<string, string | number>>;

const national = ({ phone }: Person): string =>
  `(${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`;

/** The documented names and nothing special. */
export const plainBody = (person: Person): Body => ({
  first_name: person.firstName,
  last_name: person.lastName,
  email: person.email,
  phone: `+1${person.phone}`,
  state: person.state,
  zip_code: person.zip,
  age: person.age,
  estimated_assets: person.assets,
  purchase_timeline: person.timeline,
  lead_type: person.leadType,
});

/** A birthday that makes the person exactly of that age on every day of `year` after the first. */
const bornIn = (year: number): string => `${year}-01-01`;

type Style = (person: Person, year: number) => Body;

const styles: readonly [Style, ...Style[]] = [
  plainBody,
  (person, year) => ({
    firstName: person.firstName,
    lastName: person.lastName,
    emailAddress: person.email,
    phoneNumber: national(person),
    state_code: person.state,
    zipCode: person.zip,
    dateOfBirth: bornIn(year - person.age),
    estimatedAssets: `$${person.assets.toLocaleString('en-US')}`,
    purchaseTimeline: person.timeline,
    leadType: person.leadType,
  }),
  (person, year) => ({
    name: `${person.firstName} ${person.lastName}`,
    email: person.email.toUpperCase(),
    mobile: person.phone,
    region: person.state.toLowerCase(),
    postal_code: person.zip,
    dob: bornIn(year - person.age),
    assets: person.assets,
    timeframe: person.timeline,
    annuity_type: `${person.leadType} Annuity`,
  }),
  (person) => ({
    fname: person.firstName,
    lname: person.lastName,
    email_address: person.email,
    phone_number: `1-${person.phone.slice(0, 3)}-${person.phone.slice(3, 6)}-${person.phone.slice(6)}`,
    state: person.state,
    zip: person.zip,
    age: String(person.age),
    investable_assets: String(person.assets),
    timeline: person.timeline,
    product: person.leadType.toLowerCase(),
    ip: '192.0.2.17',
    page_url: 'https://funnel.example/retire',
    consent_text: 'I agree to be called about annuities.',
  }),
];

/** The person in the words of one funnel or another. `year` makes a birthday of an age. */
export const styledBody = (person: Person, random: Random, year: number): Body =>
  random.pick(styles)(person, year);
