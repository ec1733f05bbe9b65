import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_POSTED_VALUES, unfold } from './unfold.js';

/** Returns each value by its first name. */
const read = (body: unknown) =>
  Object.fromEntries(unfold(body).map(({ names, path, value }) => [names[0] ?? path, value]));

describe('unfold', () => {
  it.each<[string, unknown, Readonly<Record<string, string | number>>]>([
    ['nested objects', { contact: { email: 'a@example.com' } }, { 'contact.email': 'a@example.com' }],
    ['a list of one', [{ email: ['a@example.com'] }], { email: 'a@example.com' }],
    ['several choices', { states: ['TX', 'FL'] }, { states: 'TX, FL' }],
    ['wrapped values', { email: { value: 'a@example.com', version: 3 } }, { email: 'a@example.com' }],
    [
      'named entries',
      {
        fields: [
          { name: 'email', value: 'a@example.com' },
          { name: 'state', values: ['TX'] },
        ],
      },
      { email: 'a@example.com', state: 'TX' },
    ],
    ['a chosen label', { answers: [{ id: 'state', value: { label: 'Texas' } }] }, { state: 'Texas' }],
    ['JSON in a text', { data: '{"email":["a@example.com"]}' }, { 'data.email': 'a@example.com' }],
    ['numbers and booleans', { zip: 78701, agrees: true }, { zip: 78701, agrees: 'true' }],
    ['empty values', { a: null, b: [], c: {}, d: undefined }, { a: '' }],
    ['text that only looks like JSON', { a: '{not json', b: '[TX]' }, { a: '{not json', b: '[TX]' }],
  ])('reads %s', (_name, body, expected) => {
    expect(read(body)).toEqual(expected);
  });

  it('parses JSON in a text, but no JSON inside that', () => {
    const twice = JSON.stringify({ email: JSON.stringify({ a: 1 }) });
    expect(read({ data: twice })).toEqual({ 'data.email': '{"a":1}' });
  });

  it('reads any JSON, up to the maximum number of values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const values = unfold(body);
        expect(values.every(({ value }) => ['string', 'number'].includes(typeof value))).toBe(true);
      }),
    );
    expect(
      unfold(Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`a${index}`, 'x']))),
    ).toHaveLength(MAX_POSTED_VALUES);
  });

  it('keeps few values under a key that is very long, and all under a long one', () => {
    const values = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`a${index}`, 'x']));
    expect(unfold({ ['k'.repeat(1_000)]: values })).toHaveLength(400);
    expect(unfold({ ['k'.repeat(200_000)]: values })).toHaveLength(2);
  });
});
