import { string } from 'yup';

export interface TextRules {
  /** Longest accepted text, in UTF-16 code units. */
  readonly max: number;
  readonly min?: number;
  /** Must match in linear time; the linter checks it. */
  readonly pattern?: RegExp;
  /** For every violation without a message of its own. */
  readonly message?: string;
  readonly tooLong?: string;
  /** For text that is cleaned before it is used, or encrypted before it is stored. */
  readonly mayContainNul?: true;
}

/** PostgreSQL stores every character but this one. */
const isStorable = (value: string | null | undefined): boolean => value?.includes('\0') !== true;

/**
 * Text with a maximum length. yup runs every test of a field, also after `max` failed, so the pattern is skipped for
 * text that is too long: matching must cost nothing that the sender can choose.
 */
export function boundedText({ max, min, pattern, message, tooLong, mayContainNul }: TextRules) {
  let schema = string()
    .typeError(message ?? 'Must be text')
    .max(max, tooLong ?? message ?? `Must be at most ${max} characters`);
  if (!mayContainNul)
    schema = schema.test('storable', 'Contains a character that is not allowed', isStorable);
  if (min !== undefined) schema = schema.min(min, message ?? `Must be at least ${min} characters`);
  if (!pattern) return schema;
  return schema.test({
    // The name of yup's own test, by which the API description finds the pattern.
    name: 'matches',
    params: { regex: pattern, max },
    message: message ?? 'Not valid',
    skipAbsent: true,
    test: (value) => value === undefined || value.length > max || pattern.test(value),
  });
}
