import { createHash } from 'node:crypto';
import { leadTypes, purchaseTimelines } from '@desk/contracts';
import { firstNames, lastNames } from './names.js';
import { places } from './places.js';
import { Random } from './random.js';

/** Somebody who asks for an annuity, and who does not exist. */
export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** Ten digits. */
  readonly phone: string;
  readonly state: string;
  readonly zip: string;
  readonly age: number;
  /** Whole dollars. */
  readonly assets: number;
  readonly timeline: (typeof purchaseTimelines)[number];
  readonly leadType: (typeof leadTypes)[number];
}

/** All but directory assistance, the one number of the exchange that somebody answers. */
const LINES = 9_999;
const DIRECTORY = 1_212;

/** Shares no factor with the number of people, so that neighbours live apart and nobody comes twice. */
const STRIDE = 7_907;

/** How many people a seed has before a telephone number comes again. */
export const PEOPLE_PER_SEED = places.length * LINES;

/**
 * The n-th person of a seed, from 0; always the same. Telephone numbers are of the exchange 555, which no subscriber
 * has, and addresses of a domain that is reserved for examples. Within a seed no two people share either.
 */
export function personOf(seed: string, index: number): Person {
  const random = new Random(`${seed}/${index}`);
  const firstName = random.pick(firstNames);
  const lastName = random.pick(lastNames);
  const offset = createHash('sha256').update(`numbers ${seed}`).digest().readUInt32BE(0);
  const slot = (offset + index * STRIDE) % PEOPLE_PER_SEED;
  const place = places[slot % places.length] ?? places[0];
  const line = Math.floor(slot / places.length);
  const areaCode = place.areaCodes[line % place.areaCodes.length] ?? place.areaCodes[0];
  const mailbox = `${firstName}.${lastName}`.toLowerCase().replaceAll(/[^a-z.]/g, '');
  return {
    firstName,
    lastName,
    email: `${mailbox}.${tagOf(seed)}${index}@example.com`,
    phone: `${areaCode}555${String(line < DIRECTORY ? line : line + 1).padStart(4, '0')}`,
    state: place.state,
    zip: `${place.zip}${String(random.between(1, 49)).padStart(2, '0')}`,
    age: random.between(55, 84),
    assets: random.between(20, 300) * 5_000,
    timeline: random.pick(purchaseTimelines),
    leadType: random.pick(leadTypes),
  };
}

/** Letters that tell the addresses of different seeds apart. */
const tagOf = (seed: string): string =>
  [...createHash('sha256').update(seed).digest().subarray(0, 6)]
    .map((byte) => String.fromCharCode(97 + (byte % 26)))
    .join('');
