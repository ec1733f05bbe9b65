import { expect, it } from '@jest/globals';
import { describeNew, summarize } from './list-summary';

const shown = { one: 'user', many: 'users', rows: 25, total: undefined, first: undefined, isPart: false };

it.each([
  [{}, '25 users'],
  [{ rows: 1 }, '1 user'],
  [{ isPart: true }, '25 users on this page'],
  [{ total: 25, first: 1 }, '25 users'],
  [{ total: 1_204, isPart: true }, '25 of 1,204 users'],
  [{ total: 1_204, first: 26, isPart: true }, '26-50 of 1,204 users'],
  [{ total: 1_000, isTotalMinimum: false, isPart: true }, '25 of 1,000 users'],
  [{ total: 1_000, isTotalMinimum: true, isPart: true }, '25 of 1,000+ users'],
  [{ total: 25, isTotalMinimum: true }, '25+ users'],
  [{ rows: 0, total: 3, first: 26, isPart: true }, '0 of 3 users'],
])('says how much is shown: %j', (changes, text) => {
  expect(summarize({ ...shown, ...changes })).toBe(text);
});

it.each([
  [0, false, null],
  [1, false, '1 new user'],
  [3, false, '3 new users'],
  [25, true, '25+ new users'],
])('says that %d new rows wait (all of the page: %j)', (newCount, isAllNew, text) => {
  expect(describeNew(shown, { newCount, isAllNew })).toBe(text);
});
