import { base, en, en_US, Faker } from '@faker-js/faker';
import { usStates } from '@desk/contracts';
import { expect, test } from '@jest/globals';
import { isZipCodeIn } from './zip-codes.js';

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

test('every state has the ZIP codes that another list gives it', () => {
  const faker = new Faker({ locale: [en_US, en, base], seed: 1 });
  const missing = usStates.flatMap((state) =>
    Array.from({ length: 50 }, () => faker.location.zipCode({ state }))
      .filter((zipCode) => !isZipCodeIn(zipCode, state))
      .map((zipCode) => `${zipCode} ${state}`),
  );
  expect(missing).toEqual([]);
});
