import { type Person, personOf } from '../people/people.js';
import { Random } from '../people/random.js';
import { type Body, styledBody } from './bodies.js';
import { spoil } from './spoil.js';

/** What the post is meant to be answered with, in a database that does not know its people yet. */
export type Intention = 'accepted' | 'duplicate' | 'invalid' | 'replayed';

export interface PlannedPost {
  /** From 0, in the order of posting. */
  readonly index: number;
  readonly intention: Intention;
  readonly person: Person;
  readonly contentType: string;
  readonly body: string;
  /** Posts with the same one carry the same Idempotency-Key. */
  readonly keyOf?: number;
  /** Not posted before that one has been answered. */
  readonly after?: number;
}

const SHARE_OF_DUPLICATES = 0.06;
const SHARE_OF_INVALID = 0.06;
const SHARE_OF_FORMS = 0.35;

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

const encode = (body: Body, contentType: string): string =>
  contentType === FORM_TYPE
    ? new URLSearchParams(
        Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]),
      ).toString()
    : JSON.stringify(body);

/**
 * `count` posts as funnels send them, the same for the same seed: most are good leads, some are of a person who was
 * there before, some are faulty, and one is sent again as by a sender who heard no answer.
 */
export function planPosts(seed: string, count: number, year: number): PlannedPost[] {
  const random = new Random(`posts ${seed}`);
  const intentions = planIntentions(random, count);
  const posts: PlannedPost[] = [];
  for (const [index, intention] of intentions.entries()) {
    const person = personOf(seed, index);
    const contentType = random.chance(SHARE_OF_FORMS) ? FORM_TYPE : JSON_TYPE;
    const good = posts.filter((post) => post.intention === 'accepted');
    const earlier = good[random.whole(Math.max(1, good.length))];
    if (intention === 'replayed' && earlier) {
      posts[earlier.index] = { ...earlier, keyOf: earlier.index };
      posts.push({ ...earlier, index, intention, keyOf: earlier.index, after: earlier.index });
    } else if (intention === 'duplicate' && earlier) {
      // Somebody asks a second time, elsewhere: other answers, but the same telephone and mailbox.
      const again = { ...person, email: earlier.person.email, phone: earlier.person.phone };
      const body = encode(styledBody(again, random, year), contentType);
      posts.push({ index, intention, person: again, contentType, body, after: earlier.index });
    } else if (intention === 'invalid') {
      const spoilt = spoil(styledBody(person, random, year), random);
      posts.push({ index, intention, person, contentType, body: encode(spoilt, contentType) });
    } else {
      const body = encode(styledBody(person, random, year), contentType);
      posts.push({ index, intention: 'accepted', person, contentType, body });
    }
  }
  return posts;
}

/** The first post is always a good one, so that there is somebody to come again. */
function planIntentions(random: Random, count: number): Intention[] {
  const of = (share: number): number => (count < 4 ? 0 : Math.max(1, Math.round(count * share)));
  const special: Intention[] = [
    ...Array<Intention>(of(SHARE_OF_DUPLICATES)).fill('duplicate'),
    ...Array<Intention>(of(SHARE_OF_INVALID)).fill('invalid'),
    ...(count < 4 ? [] : (['replayed'] as const)),
  ];
  const places = random.distinct(special.length, count - 1).map((place) => place + 1);
  const intentions = Array<Intention>(count).fill('accepted');
  for (const place of places)
    intentions[place] = special.splice(random.whole(special.length), 1)[0] ?? 'accepted';
  return intentions;
}
