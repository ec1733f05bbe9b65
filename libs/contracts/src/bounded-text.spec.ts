import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { boundedText } from './bounded-text.js';
import { EMAIL } from './accounts/accounts.fields.js';
import { leadFields } from './leads/lead-fields.js';
import { fieldErrors } from './validate.js';
import { ValidationError, type Schema } from 'yup';

const messageOf = (schema: Schema, value: unknown): string | undefined => {
  try {
    schema.validateSync(value, { strict: true, abortEarly: false });
    return undefined;
  } catch (error) {
    if (error instanceof ValidationError) return fieldErrors(error)[0]?.message;
    throw error;
  }
};

describe('boundedText', () => {
  const code = boundedText({ min: 2, max: 4, pattern: /^[a-z]*$/, message: 'Letters', tooLong: 'Too long' });

  it.each([
    ['ab', undefined],
    ['abcd', undefined],
    ['a', 'Letters'],
    ['AB', 'Letters'],
    ['ABCDE', 'Too long'],
    [7, 'Letters'],
    [[['x']], 'Letters'],
    [undefined, undefined],
  ])('%j: %s', (value, message) => {
    expect(messageOf(code, value)).toBe(message);
  });

  it('rejects the one character that PostgreSQL cannot store', () => {
    const schema = boundedText({ max: 10, pattern: /\S/, message: 'Enter a name' });
    expect(messageOf(schema, 'a\0b')).toBe('Contains a character that is not allowed');
    expect(messageOf(schema, 'a\u0001b\uffff')).toBeUndefined();
    expect(messageOf(boundedText({ max: 10, mayContainNul: true }), 'a\0b')).toBeUndefined();
  });

  it('never matches text that is too long', () => {
    const pattern = /a/;
    const matched: string[] = [];
    pattern.test = (text) => matched.push(text) > 0;
    const schema = boundedText({ max: 3, pattern });
    expect(messageOf(schema, 'aaaa')).toBe('Must be at most 3 characters');
    expect(messageOf(schema, 'aaa')).toBeUndefined();
    expect(matched).toEqual(['aaa']);
  });

  it('skips null and missing text', () => {
    expect(messageOf(code.nullable(), null)).toBeUndefined();
    expect(messageOf(code.required('Required'), undefined)).toBe('Required');
  });
});

describe('the email patterns', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'A', '@', '.', ' ', '\n', 'é'), maxLength: 9 });

  it.each([
    ['of accounts', EMAIL, /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/],
    ['of leads', leadFields.email.pattern, /^[^\s@A-Z]+@[^\s@A-Z]+\.[^\s@A-Z]{2,}$/],
  ])('%s accept what their readable, but quadratic, forms accept', (_whose, linear, readable) => {
    fc.assert(
      fc.property(text, (given) => linear.test(given) === readable.test(given)),
      { numRuns: 20_000, examples: [['a@.a.aa'], ['a@a..aa'], ['a@.aa'], ['a@a.a.a'], ['a@a.aa.a']] },
    );
  });
});
