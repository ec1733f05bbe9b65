import { type LeadBody, leadBody, type Person, type Random } from '@desk/tool-workload';

const formatPhone = ({ phone }: Person): string =>
  `(${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`;

/** A birthday on which a person of that age was born, on every day of `year` after the first. */
const birthdayFor = (ageYears: number, year: number): string => `${year - ageYears}-01-01`;

type BodyStyle = (person: Person, year: number) => LeadBody;

const styles: readonly BodyStyle[] = [
  leadBody,
  (person, year) => ({
    firstName: person.firstName,
    lastName: person.lastName,
    emailAddress: person.email,
    phoneNumber: formatPhone(person),
    state_code: person.state,
    zipCode: person.zip,
    dateOfBirth: birthdayFor(person.ageYears, year),
    estimatedAssets: `$${person.assetsDollars.toLocaleString('en-US')}`,
    purchaseTimeline: person.timeline,
    leadType: person.leadType,
  }),
  (person, year) => ({
    name: `${person.firstName} ${person.lastName}`,
    email: person.email.toUpperCase(),
    mobile: person.phone,
    region: person.state.toLowerCase(),
    postal_code: person.zip,
    dob: birthdayFor(person.ageYears, year),
    assets: person.assetsDollars,
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
    age: String(person.ageYears),
    investable_assets: String(person.assetsDollars),
    timeline: person.timeline,
    product: person.leadType.toLowerCase(),
    ip: '192.0.2.17',
    page_url: 'https://funnel.example/retire',
    consent_text: 'I agree to be called about annuities.',
  }),
];

/** Returns the lead with the field names and formats of a random funnel. `year` converts an age into a birthday. */
export const randomStyleBody = (person: Person, random: Random, year: number): LeadBody =>
  random.helpers.arrayElement(styles)(person, year);
