import type { FieldError, PostedFieldName } from '@desk/contracts';
import { documentedName } from './field-names.js';

/** A funnel's fields by their documented names. */
export interface ReadFields {
  readonly values: ReadonlyMap<PostedFieldName, string | number>;
  /** Returns the name the funnel used. */
  readonly sentAs: (field: PostedFieldName) => string;
  readonly faults: readonly FieldError[];
}

/** Reports unknown names, repeated fields and values that are neither text nor a number. Empty values are ignored. */
export function readFields(body: Readonly<Record<string, unknown>>): ReadFields {
  const values = new Map<PostedFieldName, string | number>();
  const sentAs = new Map<PostedFieldName, string>();
  const faults: FieldError[] = [];
  for (const [name, given] of Object.entries(body)) {
    const field = documentedName(name);
    const value = typeof given === 'string' ? given.trim() : given;
    const earlier = field && sentAs.get(field);
    if (!field) faults.push({ field: name, message: 'This field is not known.' });
    else if (earlier !== undefined) faults.push({ field: name, message: `Already given as ${earlier}` });
    else {
      sentAs.set(field, name);
      if (typeof value === 'string' || typeof value === 'number') {
        if (value !== '') values.set(field, value);
      } else if (value !== null && value !== undefined) faults.push({ field: name, message: 'Must be text' });
    }
  }
  return { values, faults, sentAs: (field) => sentAs.get(field) ?? field };
}
