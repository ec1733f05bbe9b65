import { createRequire } from 'node:module';
import { usStates } from '@desk/contracts';
import { expect, test } from '@jest/globals';
import { isZipCodeIn } from './zip-codes.js';

interface ListedZipCode {
  readonly zip: string;
  readonly state: string;
}

/** A list of the country's ZIP codes that has nothing to do with the table: package `zipcodes`, which has no types. */
const { codes } = createRequire(import.meta.url)('zipcodes') as {
  readonly codes: Readonly<Record<string, ListedZipCode>>;
};
const states: readonly string[] = usStates;
const listed = Object.values(codes).filter(({ state }) => states.includes(state));
/** Two offices of the government near Washington, whose prefix is that of the District. Nobody lives there. */
const GOVERNMENT_OFFICES = ['20588', '20598'];

test.each([
  ['10001', 'NY'],
  ['10001-1234', 'NY'],
  ['00501', 'NY'],
  ['06390', 'NY'],
  ['06390', 'CT'],
  ['20001', 'DC'],
  ['33101', 'FL'],
  ['73301', 'TX'],
  ['88510', 'TX'],
  ['90210', 'CA'],
  ['99950', 'AK'],
])('finds %s in %s', (zipCode, state) => {
  expect(isZipCodeIn(zipCode, state)).toBe(true);
});

test.each([
  ['10001', 'CA'],
  ['90210', 'NY'],
  ['00901', 'NY'],
  ['34001', 'FL'],
  ['00000', 'MA'],
  ['00901', 'PR'],
])('does not find %s in %s', (zipCode, state) => {
  expect(isZipCodeIn(zipCode, state)).toBe(false);
});

test('every ZIP code of an independent list is in its state', () => {
  expect(listed.length).toBeGreaterThan(40_000);
  expect(new Set(listed.map(({ state }) => state)).size).toBe(states.length);
  const missing = listed.filter(({ zip, state }) => !isZipCodeIn(zip, state)).map(({ zip }) => zip);
  expect(missing.toSorted()).toEqual(GOVERNMENT_OFFICES);
});

test('no ZIP code is in more than two states', () => {
  const prefixes = Array.from({ length: 1_000 }, (_, prefix) => String(prefix).padStart(3, '0'));
  const tooMany = prefixes.filter(
    (prefix) => states.filter((state) => isZipCodeIn(`${prefix}01`, state)).length > 2,
  );
  expect(tooMany).toEqual([]);
});
