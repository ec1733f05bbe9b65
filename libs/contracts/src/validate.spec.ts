import { describe, expect, it } from '@jest/globals';
import { array, number, string } from 'yup';
import { DomainError, type FieldError } from './error-codes.js';
import { strictObject } from './primitives.js';
import { parse } from './validate.js';

const schema = strictObject({
  name: string().matches(/^\w/, 'Name must begin with a letter').required('Name is required'),
  count: number().integer('Whole numbers only').required('Count is required'),
  inner: strictObject({ code: string().length(2, 'Two letters').required('Code is required') }),
  list: array(string().max(2, 'At most two letters').required()).optional(),
  'full name': string().max(3, 'Too long').optional(),
});
const good = { name: 'a', count: 1, inner: { code: 'NY' } };

const fieldsOf = (value: unknown): readonly FieldError[] => {
  try {
    parse(schema, value);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'INVALID_REQUEST') return error.fields;
    throw error;
  }
  throw new Error('it was accepted');
};

describe('parse', () => {
  it('returns valid input unchanged', () => {
    expect(parse(schema, good)).toEqual(good);
  });

  it('reports every unknown field at any depth', () => {
    expect(fieldsOf({ ...good, more: 1, 'odd key': 2, inner: { code: 'NY', deep: 3 } })).toEqual([
      { field: 'inner.deep', message: 'This field is not known.' },
      { field: 'more', message: 'This field is not known.' },
      { field: 'odd key', message: 'This field is not known.' },
    ]);
  });

  it('reports all invalid fields at once with their full paths', () => {
    const fields = fieldsOf({
      name: '-',
      count: 1.5,
      inner: { code: 'NYC' },
      list: ['ok', 'long'],
      'full name': 'long',
    });
    expect(fields).toHaveLength(5);
    expect(fields).toEqual(
      expect.arrayContaining([
        { field: 'name', message: 'Name must begin with a letter' },
        { field: 'count', message: 'Whole numbers only' },
        { field: 'inner.code', message: 'Two letters' },
        { field: 'list[1]', message: 'At most two letters' },
        { field: 'full name', message: 'Too long' },
      ]),
    );
  });

  it('reports at most 100 fields', () => {
    const unknown = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`more${index}`, 1]));
    expect(fieldsOf({ ...good, ...unknown })).toHaveLength(100);
  });

  it('reports an empty or missing field once, as required', () => {
    expect(fieldsOf({ name: '', inner: {} })).toEqual(
      expect.arrayContaining([
        { field: 'name', message: 'Name is required' },
        { field: 'count', message: 'Count is required' },
        { field: 'inner.code', message: 'Code is required' },
      ]),
    );
    expect(fieldsOf({ name: '', inner: {} })).toHaveLength(3);
  });

  it.each([
    ['a number in a string', { ...good, count: '1' }, 'count'],
    ['a string made of a number', { ...good, name: 1 }, 'name'],
    ['a date', { ...good, name: new Date(0) }, 'name'],
    ['an array in the place of an object', { ...good, inner: [] }, 'inner'],
    ['null', { ...good, inner: null }, 'inner'],
  ])('converts nothing: %s is refused', (_what, value, field) => {
    expect(fieldsOf(value).map((error) => error.field)).toContain(field);
  });

  it.each([[undefined], [null], ['text'], [7], [[good]]])('rejects %p as a whole', (value) => {
    expect(fieldsOf(value)).not.toHaveLength(0);
  });

  it('rejects fields that would reach the prototype', () => {
    const value: unknown = JSON.parse(
      '{"name":"a","count":1,"inner":{"code":"NY"},"__proto__":{"admin":true}}',
    );
    expect(fieldsOf(value)).toEqual([{ field: '__proto__', message: 'This field is not known.' }]);
  });

  it('passes on errors that are not validation failures', () => {
    const broken = string().test('broken', () => {
      throw new TypeError('a fault of ours');
    });
    expect(() => parse(broken, 'x')).toThrow(TypeError);
  });
});
