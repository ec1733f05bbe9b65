import { setLocale, string } from 'yup';
import { isRefusal } from './text/reading.js';
import { type TextKind, textKinds } from './text/text-kinds.js';

const TYPES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  number: 'a number',
  object: 'an object',
  string: 'text',
};
// yup's own message would print the whole value, however large or deep it is.
setLocale({
  mixed: { notType: ({ type }: { readonly type: string }) => `Must be ${TYPES[type] ?? 'of another type'}` },
});

interface Limits {
  /** Longest accepted text, in UTF-16 code units. */
  readonly max: number;
  readonly min?: number;
  /** For every violation of the limits and the pattern without a message of its own. */
  readonly message?: string;
  readonly tooLong?: string;
}

/** A text without a pattern states its kind; one with a pattern is a code unless it states another. */
export type TextRules = Limits &
  (
    | { readonly kind: TextKind; readonly pattern?: RegExp }
    /** Must match in linear time; the linter checks it. */
    | { readonly kind?: TextKind; readonly pattern: RegExp }
  );

/**
 * Text of one kind with a maximum length. yup runs every test of a field, even after `max` failed. The pattern and the
 * reader therefore skip text that is too long, so that a sender cannot make them expensive.
 */
export function boundedText({ max, min, kind = 'code', pattern, message, tooLong }: TextRules) {
  let schema = string()
    .typeError(message ?? 'Must be text')
    .max(max, tooLong ?? message ?? `Must be at most ${max} characters`)
    // How `readInput` reads it.
    .meta({ text: kind, max });
  if (min !== undefined) schema = schema.min(min, message ?? `Must be at least ${min} characters`);
  if (pattern)
    schema = schema.test({
      // The name of yup's own test, which the API description uses to find the pattern.
      name: 'matches',
      params: { regex: pattern, max },
      message: message ?? 'Not valid',
      skipAbsent: true,
      test: (value) => value === undefined || value.length > max || pattern.test(value),
    });
  return schema.test({
    name: 'readable',
    skipAbsent: true,
    test: (value, context) => {
      const reading = value === undefined || value.length > max ? undefined : textKinds[kind](value);
      return !isRefusal(reading) || context.createError({ message: reading.refusal });
    },
  });
}
