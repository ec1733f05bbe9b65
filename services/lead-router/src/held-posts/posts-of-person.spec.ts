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
  ['a number with any punctuation that intake accepts', request('{"telefon": "512/555–0143"}')],
  ['a number after another', request('{"text": "62 1 512 555 0143"}')],
  ['an address at the end of a sentence', request('{"text": "Write to <ann@example.com>."}')],
  ['an address in a form with a malformed escape', request('rabatt=50%&kontakt=ann%40example.com')],
  ['an address beside bytes that are not UTF-8', request('name=Andr%E9%20ann%40example.com')],
  ['an address in escaped JSON', request(String.raw`{"text": "Mail:\nann\u0040example.com"}`)],
  ['a number in escaped JSON', request(String.raw`{"telefon": "512\/555\u20130143"}`)],
])('finds %s', (_what, posted) => {
  expect(isOfPerson(posted, person)).toBe(true);
});

test.each([
  ['a longer address', request('{"kontakt": "joann@example.com"}')],
  ['an address with a tag', request('{"kontakt": "joe+ann@example.com"}')],
  ['an address with an apostrophe', request(`{"kontakt": "o'ann@example.com"}`)],
  ['a longer domain', request('kontakt=ann%40example.com.mx')],
  ['a domain that begins with the same letters', request('kontakt=ann@example.community')],
  ['a longer number', request('{"id": 951255501437}')],
  ['a number of another country', request('{"telefon": "+44 512 555 0143"}')],
])('does not find %s', (_what, posted) => {
  expect(isOfPerson(posted, person)).toBe(false);
});

test('finds an address with an accent in escaped JSON', () => {
  const posted = request(String.raw`{"kontakt": "andr\u00e9@example.com"}`);
  expect(isOfPerson(posted, { email: 'andré@example.com' })).toBe(true);
});

test('finds nobody else', () => {
  const posted = request('{"kontakt": "bob@example.com", "telefon": "512 555 0199", "text": "50 % off"}');
  expect(isOfPerson(posted, person)).toBe(false);
  expect(isOfPerson(posted, { phone: person.phone })).toBe(false);
});
