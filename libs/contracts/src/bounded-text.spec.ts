import { describe, expect, it } from '@jest/globals';
import { boundedText } from './bounded-text.js';
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
  ])('validates %j with the message: %s', (value, message) => {
    expect(messageOf(code, value)).toBe(message);
  });

  it('rejects text that its kind does not allow', () => {
    const schema = boundedText({ kind: 'line', max: 10, pattern: /\S/, message: 'Enter a name' });
    expect(messageOf(schema, 'a\0b')).toBe('Contains a character that is not allowed');
    expect(messageOf(schema, 'a{{b}}')).toBe('Contains a placeholder that was not filled in');
    expect(messageOf(boundedText({ kind: 'search', max: 10 }), 'a\0b')).toBeUndefined();
  });

  it('never tests the pattern on text that is too long', () => {
    const pattern = /a/;
    const matched: string[] = [];
    pattern.test = (text) => matched.push(text) > 0;
    const schema = boundedText({ max: 3, pattern });
    expect(messageOf(schema, 'aaaa')).toBe('Must be at most 3 characters');
    expect(messageOf(schema, 'aaa')).toBeUndefined();
    expect(matched).toEqual(['aaa']);
  });

  it('leaves null and missing text to the rest of the schema', () => {
    expect(messageOf(code.nullable(), null)).toBeUndefined();
    expect(messageOf(code.required('Required'), undefined)).toBe('Required');
  });
});
