import { type FieldError, isRefusal, type PostedFieldName } from '@desk/contracts';
import { documentedName } from './field-names.js';
import { fieldReaders, numberFields } from './field-readers.js';

/** A funnel's fields by their documented names. */
export interface ReadFields {
  readonly values: ReadonlyMap<PostedFieldName, string | number>;
  /** Whether the field was posted with something in it, even if that could not be read. */
  readonly isGiven: (field: PostedFieldName) => boolean;
  /** Returns the name the funnel used. */
  readonly sentAs: (field: PostedFieldName) => string;
  readonly faults: readonly FieldError[];
}

/**
 * Reads every field into its value. Reports unknown names, repeated fields, and values that cannot be read. Empty values,
 * and what templates leave where a value is missing, are ignored.
 */
export function readFields(body: Readonly<Record<string, unknown>>, today: Date): ReadFields {
  const readers: Readonly<Partial<Record<PostedFieldName, ReturnType<typeof fieldReaders>['email']>>> =
    fieldReaders(today);
  const values = new Map<PostedFieldName, string | number>();
  const refused = new Set<PostedFieldName>();
  const sentAs = new Map<PostedFieldName, string>();
  const faults: FieldError[] = [];
  for (const [name, given] of Object.entries(body)) {
    const field = documentedName(name);
    const earlier = field && sentAs.get(field);
    const reader = field && readers[field];
    if (!reader) {
      faults.push({ field: name, message: 'This field is not known.' });
      continue;
    }
    if (earlier !== undefined) {
      faults.push({ field: name, message: `Already given as ${earlier}` });
      continue;
    }
    sentAs.set(field, name);
    if (given === null || given === undefined) continue;
    const isText = typeof given === 'string' || (typeof given === 'number' && numberFields.has(field));
    const reading = isText ? reader(String(given)) : { refusal: 'Must be text' };
    if (isRefusal(reading)) {
      refused.add(field);
      faults.push({ field: name, message: reading.refusal });
    } else if (reading !== undefined) values.set(field, reading);
  }
  return {
    values,
    faults,
    isGiven: (field) => values.has(field) || refused.has(field),
    sentAs: (field) => sentAs.get(field) ?? field,
  };
}
