import { expect, test } from '@jest/globals';
import { isOfPerson } from './posts-of-person.js';

const request = (body: string, query = '') => ({
  tool: null,
  contentType: '',
  query,
  idempotencyKey: null,
  body: Buffer.from(body).toString('base64'),
});
const person = { email: 'ann@example.com', phone: '+15125550143' };

test.each([
  ['an address in another case', request('{"kontakt": "Ann@Example.com"}')],
  ['an address in a form', request('kontakt=ann%40example.com')],
  ['an address in the query', request('', 'kontakt=ann%40example.com')],
  ['a number as people write it', request('{"telefon": "(512) 555-0143"}')],
  ['a number in a form', request('telefon=%2B1+512.555.0143')],
])('finds %s', (_what, posted) => {
  expect(isOfPerson(posted, person)).toBe(true);
});

test('finds nobody else', () => {
  const posted = request('{"kontakt": "bob@example.com", "telefon": "512 555 0199", "text": "50 % off"}');
  expect(isOfPerson(posted, person)).toBe(false);
  expect(isOfPerson(posted, { phone: person.phone })).toBe(false);
});
