import {
  type LeadBody,
  type Person,
  PersonGenerator,
  type Random,
  seededRandom,
  listPostedNames,
} from '@desk/tool-workload';
import { randomStyleBody } from './body-styles.js';
import type { LeadFieldName } from '@desk/contracts';

type Fault = (body: LeadBody) => LeadBody;

/** Keeps the name under which the body has the field. */
const setField =
  (field: LeadFieldName, value: string | number): Fault =>
  (body) => ({ ...body, [listPostedNames(field).find((name) => name in body) ?? field]: value });

const lastNames: readonly string[] = [...listPostedNames('lastName'), ...listPostedNames('fullName')];
const omitLastName: Fault = (body) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !lastNames.includes(name)));

const faults: readonly Fault[] = [
  setField('phone', '555-0142'),
  setField('email', 'not given'),
  setField('state', 'Ontario'),
  setField('zipCode', '123'),
  setField('leadType', 'Car insurance'),
  setField('estimatedAssets', 12_000),
  omitLastName,
  (body) => ({ ...body, favorite_color: 'green' }),
];

/** Returns the body with one random fault, which the API must report by field. */
const makeInvalid = (body: LeadBody, random: Random): LeadBody => random.helpers.arrayElement(faults)(body);

/** The outcome of a post in a database that does not hold its persons yet. */
type ExpectedResult = 'accepted' | 'duplicate' | 'invalid' | 'replayed';

export interface PlannedPost {
  /** Position in the order of posting, from 0. */
  readonly index: number;
  readonly expected: ExpectedResult;
  readonly person: Person;
  readonly contentType: string;
  readonly body: string;
  /** Posts with the same number share an Idempotency-Key. */
  readonly keyNumber?: number;
  /** Index of a post whose answer must arrive first. */
  readonly after?: number;
}

const DUPLICATE_SHARE = 0.06;
const INVALID_SHARE = 0.06;
const FORM_SHARE = 0.35;
/** A smaller run has good leads only. */
const MIN_POSTS_FOR_FAULTS = 4;

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

const encode = (body: LeadBody, contentType: string): string =>
  contentType === FORM_TYPE
    ? new URLSearchParams(
        Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]),
      ).toString()
    : JSON.stringify(body);

/**
 * Plans `count` posts, the same for the same seed. Most are good leads, some repeat an earlier person, some are
 * invalid, and one is sent again, as by a funnel that received no answer.
 */
export function planPosts(seed: string, count: number, year: number): PlannedPost[] {
  const random = seededRandom(`posts ${seed}`);
  const persons = new PersonGenerator(seed);
  const posts: PlannedPost[] = [];
  for (const [index, expected] of planResults(random, count).entries()) {
    const person = persons.next();
    const contentType = random.datatype.boolean(FORM_SHARE) ? FORM_TYPE : JSON_TYPE;
    const accepted = posts.filter((post) => post.expected === 'accepted');
    const earlier = accepted.length > 0 ? random.helpers.arrayElement(accepted) : undefined;
    if (expected === 'replayed' && earlier) {
      posts[earlier.index] = { ...earlier, keyNumber: earlier.index };
      posts.push({ ...earlier, index, expected, keyNumber: earlier.index, after: earlier.index });
    } else if (expected === 'duplicate' && earlier) {
      // The same phone number and email with otherwise different details, as from a second funnel.
      const again = withContactOf(earlier.person, person);
      const body = encode(randomStyleBody(again, random, year), contentType);
      posts.push({ index, expected, person: again, contentType, body, after: earlier.index });
    } else if (expected === 'invalid') {
      const invalid = makeInvalid(randomStyleBody(person, random, year), random);
      posts.push({ index, expected, person, contentType, body: encode(invalid, contentType) });
    } else {
      const body = encode(randomStyleBody(person, random, year), contentType);
      posts.push({ index, expected: 'accepted', person, contentType, body });
    }
  }
  return posts;
}

/** The first post is always a good lead, so that later posts have one to repeat. */
function planResults(random: Random, count: number): ExpectedResult[] {
  if (count < MIN_POSTS_FOR_FAULTS) return Array<ExpectedResult>(count).fill('accepted');
  const countOf = (share: number): number => Math.max(1, Math.round(count * share));
  const special: ExpectedResult[] = [
    ...Array<ExpectedResult>(countOf(DUPLICATE_SHARE)).fill('duplicate'),
    ...Array<ExpectedResult>(countOf(INVALID_SHARE)).fill('invalid'),
    'replayed',
  ];
  const good = Array<ExpectedResult>(count - 1 - special.length).fill('accepted');
  return ['accepted', ...random.helpers.shuffle([...special, ...good])];
}

function withContactOf({ email, phone, values }: Person, other: Person): Person {
  const contact = { email: values.email ?? email, phone: values.phone ?? phone };
  return { ...other, email, phone, values: { ...other.values, ...contact } };
}
