import { type BodyStyle, type LeadBody, leadBody, type Person, type Random } from '@desk/tool-workload';

/** Returns a date of birth with which a person has that age on every day of `year` after the first. */
const birthday = ({ ageYears }: Person, year: number): string => `${year - ageYears}-01-01`;

const phoneParts = ({ phone }: Person): [string, string, string] => [
  phone.slice(0, 3),
  phone.slice(3, 6),
  phone.slice(6),
];

const nationalPhone = (person: Person): string => {
  const [area, exchange, line] = phoneParts(person);
  return `(${area}) ${exchange}-${line}`;
};

/** The styles of four funnels. `year` converts an age into a birthday. */
const stylesIn = (year: number): readonly BodyStyle[] => [
  {
    nameIndex: 0,
    replacements: {
      fullName: ({ firstName, lastName }) => ({ first_name: firstName, last_name: lastName }),
      ageRange: ({ ageYears }) => ({ age: ageYears }),
      estimatedAssets: ({ assetsDollars }) => ({ estimated_assets: assetsDollars }),
    },
  },
  {
    nameIndex: 1,
    replacements: {
      fullName: ({ firstName, lastName }) => ({ firstName, lastName }),
      phone: (person) => ({ phoneNumber: nationalPhone(person) }),
      ageRange: (person) => ({ dateOfBirth: birthday(person, year) }),
      estimatedAssets: ({ assetsDollars }) => ({
        estimatedAssets: `$${assetsDollars.toLocaleString('en-US')}`,
      }),
    },
  },
  {
    nameIndex: 2,
    replacements: {
      email: ({ email }) => ({ email: email.toUpperCase() }),
      phone: ({ phone }) => ({ mobile: phone }),
      state: ({ state }) => ({ region: state.toLowerCase() }),
      ageRange: (person) => ({ dob: birthday(person, year) }),
      leadType: ({ values }) => ({ annuity_type: `${values.leadType ?? ''} Annuity` }),
    },
  },
  {
    nameIndex: 3,
    replacements: {
      fullName: ({ firstName, lastName }) => ({ fname: firstName, lname: lastName }),
      phone: (person) => ({ phone_number: ['1', ...phoneParts(person)].join('-') }),
      ageRange: ({ ageYears }) => ({ age: String(ageYears) }),
      estimatedAssets: ({ assetsDollars }) => ({ investable_assets: String(assetsDollars) }),
      leadType: ({ values }) => ({ product: values.leadType?.toLowerCase() ?? '' }),
    },
  },
];

/** Sent by some funnels along with the lead. */
const consent: LeadBody = {
  ip: '192.0.2.17',
  page_url: 'https://funnel.example/retire',
  consent_text: 'I agree to be called about annuities.',
};

const CONSENT_SHARE = 0.25;

/** Returns the lead with the field names and formats of a random funnel. */
export function randomStyleBody(person: Person, random: Random, year: number): LeadBody {
  const body = leadBody(person, random.helpers.arrayElement(stylesIn(year)));
  return random.datatype.boolean(CONSENT_SHARE) ? { ...body, ...consent } : body;
}
