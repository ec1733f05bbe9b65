import { createHash } from 'node:crypto';
import { SimpleFaker } from '@faker-js/faker';

export type Random = SimpleFaker;

/** Returns a generator whose draws are the same for the same seed, on every machine. */
export function seededRandom(seed: string | number): Random {
  const random = new SimpleFaker();
  random.seed(seedNumbers(seed));
  return random;
}

/** Faker accepts only numbers as seeds, so a text seed is hashed. */
export function seedNumbers(seed: string | number): number[] {
  const digest = createHash('sha256').update(String(seed)).digest();
  return [digest.readUInt32BE(0), digest.readUInt32BE(4)];
}
