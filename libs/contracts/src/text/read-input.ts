import type { InferType, Schema } from 'yup';
import { parse } from '../validate.js';
import { readTexts } from './read-texts.js';

/**
 * Reads input: normalizes its texts as the schema describes them, then validates it strictly.
 * Throws `DomainError` INVALID_REQUEST with the fields.
 */
export const readInput = <S extends Schema>(schema: S, value: unknown): InferType<S> =>
  parse(schema, readTexts(schema, value));
