import { expect, test } from '@jest/globals';
import { readKey } from './funnel-authenticator.js';
import { describeMissingKey } from './missing-key.js';

const detailOf = (request: object) => describeMissingKey({ headers: {}, query: {}, body: {}, ...request });

test.each<[string, object, string]>([
  ['no key at all', {}, 'The funnel key is missing.'],
  ['no body', { body: undefined }, 'The funnel key is missing.'],
  ['a key in the query string', { query: { api_key: 'x' } }, 'A key in the address (api_key) is not read'],
  ['a key under an unusual name', { query: { k: 'fnl_abc' } }, 'A key in the address (k) is not read'],
  ['a key in the body', { body: { funnel_key: 'x', email: 'a@b.c' } }, 'A key in the body (funnel_key)'],
  ['a publishable key in the body', { body: { auth: 'fnp_abc' } }, 'A key in the body (auth) is not read'],
  ['another header', { headers: { 'x-api-key': 'x' } }, 'A key in the header x-api-key is not read'],
  ['another scheme', { headers: { authorization: 'Digest eDp5' } }, 'The header Authorization must be'],
  ['a bare key', { headers: { authorization: 'fnl_abc' } }, 'The header Authorization must be'],
])('with %s, says what is wrong and what would be right', (_name, request, wrong) => {
  expect(detailOf(request)).toContain(wrong);
  expect(detailOf(request)).toContain('Send the key in the header X-Funnel-Key');
});

test('repeats neither a key nor a long name', () => {
  const text = detailOf({ query: { [`fnl_${'x'.repeat(500)}`]: 'fnl_secret' } });
  expect(text).not.toContain('secret');
  expect(text.length).toBeLessThan(300);
});

test('takes no lead field for a key', () => {
  expect(detailOf({ body: { email: 'key@example.com', jornaya_leadid: 'x', reference: 'key' } })).toContain(
    'The funnel key is missing.',
  );
});

const encode = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

test.each<[string, Record<string, string>, string | undefined]>([
  ['X-Funnel-Key before any other', { 'x-funnel-key': 'fnl_a', authorization: 'Bearer fnl_b' }, 'fnl_a'],
  ['a bearer token', { authorization: 'bearer fnl_b' }, 'fnl_b'],
  ['a password', { authorization: encode('zapier:fnl_c') }, 'fnl_c'],
  ['a name without a password', { authorization: encode('fnl_d:') }, 'fnl_d'],
  ['nothing of a text without a colon', { authorization: encode('fnl_e') }, undefined],
])('reads %s', (_name, headers, key) => {
  expect(readKey({ get: (name: string) => headers[name] } as never)).toBe(key);
});
