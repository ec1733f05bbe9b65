import { ValidationError, type InferType, type Schema } from 'yup';
import { DomainError, type FieldError } from './error-codes.js';
import { readTexts } from './text/read-texts.js';

/** Removes yup's quotes around keys that are not identifiers: `a["b c"]` → `a.b c`. Indexes stay: `states[0]`. */
const plainPath = (path: string | undefined): string =>
  path?.replaceAll(/\["([^"]*)"\]/g, (_match, key: string, at: number) => (at > 0 ? `.${key}` : key)) ?? '';

const ABSENT = new Set(['required', 'optionality', 'nullable']);
const MAX_FIELD_ERRORS = 100;

/**
 * Returns one error for each of at most 100 fields: "missing" if there is such an error, otherwise the first
 * one.
 */
export function fieldErrors(error: ValidationError): FieldError[] {
  const all = error.inner.length > 0 ? error.inner : [error];
  const byField = new Map<string, string>();
  for (const one of all) {
    const unknown = one.params?.['unknown'];
    const fields =
      one.type === 'noUnknown' && typeof unknown === 'string'
        ? unknown.split(', ').map((key) => [one.path, key].filter(Boolean).join('.'))
        : [one.path];
    for (const field of fields.map(plainPath))
      if (!byField.has(field) || ABSENT.has(one.type ?? ''))
        byField.set(field, one.type === 'noUnknown' ? 'This field is not known.' : one.message);
  }
  return [...byField].slice(0, MAX_FIELD_ERRORS).map(([field, message]) => ({ field, message }));
}

/**
 * Checks a value strictly: no coercion, unknown fields refused, every failing field reported.
 * Throws `DomainError` INVALID_REQUEST with the fields.
 */
export function parse<S extends Schema>(schema: S, value: unknown): InferType<S> {
  try {
    return schema.validateSync(value, { strict: true, abortEarly: false });
  } catch (error) {
    if (error instanceof ValidationError)
      throw new DomainError('INVALID_REQUEST', { fields: fieldErrors(error) });
    throw error;
  }
}

/**
 * Reads input: normalizes its texts as the schema describes them, then validates it strictly.
 * Throws `DomainError` INVALID_REQUEST with the fields.
 */
export const readInput = <S extends Schema>(schema: S, value: unknown): InferType<S> =>
  parse(schema, readTexts(schema, value));
