import { createRequire } from 'node:module';
import { usStates } from '@desk/contracts';
import { expect, test } from '@jest/globals';
import { isZipCodeIn } from './zip-codes.js';

interface ListedZipCode {
  readonly zip: string;
  readonly state: string;
}

/** A list of the country's post offices: package `zipcodes`, which has no types. */
const { codes } = createRequire(import.meta.url)('zipcodes') as {
  readonly codes: Readonly<Record<string, ListedZipCode>>;
};
const states: readonly string[] = usStates;
const listed = Object.values(codes).filter(({ state }) => states.includes(state));

test.each([
  ['10001', 'NY'],
  ['10001-1234', 'NY'],
  ['00501', 'NY'],
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
  ['71749', 'AR LA'],
  ['63673', 'MO IL'],
  ['86044', 'AZ UT'],
  ['86515', 'AZ NM'],
  ['57717', 'SD WY MT'],
  ['06390', 'NY CT'],
  ['72643', 'AR MO'],
  ['59221', 'MT ND'],
  ['89439', 'NV CA'],
  ['69337', 'NE SD'],
  ['28675', 'NC VA'],
  ['25260', 'WV OH'],
  ['71937', 'AR OK'],
  ['57034', 'SD IA'],
])('finds %s, which crosses a state line, in each of %s', (zipCode, names) => {
  for (const state of names.split(' ')) expect(isZipCodeIn(zipCode, state)).toBe(true);
});

test.each([
  ['09012', 'AE'],
  ['09812', 'AE'],
  ['09012', 'TX'],
  ['34002', 'AA'],
  ['96201', 'AP'],
  ['96691', 'AP'],
  ['00901', 'PR'],
  ['00802', 'VI'],
  ['96910', 'GU'],
  ['96950', 'MP'],
  ['96799', 'AS'],
])('finds %s of the armed forces and territories in %s', (zipCode, state) => {
  expect(isZipCodeIn(zipCode, state)).toBe(true);
});

test.each(['00012', '34501', '21301', '92999'])('passes %s, whose first digits may be new', (zipCode) => {
  expect(isZipCodeIn(zipCode, 'CA')).toBe(true);
});

test.each([
  ['10001', 'CA'],
  ['90210', 'NY'],
  ['00901', 'NY'],
  ['78701', 'FL'],
  ['71749', 'NY'],
  ['10001', 'AE'],
  ['99501', 'WA'],
  ['96813', 'CA'],
])('does not find %s in %s', (zipCode, state) => {
  expect(isZipCodeIn(zipCode, state)).toBe(false);
});

test('every post office is in its state', () => {
  expect(listed.length).toBeGreaterThan(40_000);
  expect(listed.filter(({ zip, state }) => !isZipCodeIn(zip, state))).toEqual([]);
});

test('a ZIP code of a state passes in few other states', () => {
  for (const { zip } of listed.filter(({ state }) => !['AA', 'AE', 'AP'].includes(state)))
    expect(states.filter((state) => isZipCodeIn(zip, state)).length).toBeLessThanOrEqual(16);
});
