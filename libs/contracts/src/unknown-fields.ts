import { ArraySchema, isSchema, ObjectSchema, type Schema } from 'yup';

/**
 * Returns a message without fields that its schema does not declare, at any depth. A newer release may have added them
 * while older copies still run. Requests over HTTP are not read like this: there an unknown field is the caller's mistake.
 */
export function dropUnknownFields(schema: Schema, value: unknown): unknown {
  if (schema instanceof ArraySchema && Array.isArray(value))
    return dropFromItems(schema.innerType as Schema | undefined, value);
  if (schema instanceof ObjectSchema && isPlainObject(value))
    return dropFromObject(schema as ObjectSchema<object>, value);
  return value;
}

const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Nothing is copied unless something changes, since nearly every message comes from the same release. */
function dropFromItems(schema: Schema | undefined, items: readonly unknown[]): readonly unknown[] {
  if (!schema) return items;
  const read = items.map((item) => dropUnknownFields(schema, item));
  return read.some((item, index) => item !== items[index]) ? read : items;
}

function dropFromObject(
  { fields, spec }: ObjectSchema<object>,
  value: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const known = fields as Readonly<Record<string, unknown>>;
  let isChanged = false;
  const entries: [string, unknown][] = [];
  for (const [name, fieldValue] of Object.entries(value)) {
    const field = Object.hasOwn(known, name) ? known[name] : undefined;
    if (field === undefined && spec.noUnknown === true) {
      isChanged = true;
      continue;
    }
    const read = isSchema(field) ? dropUnknownFields(field as Schema, fieldValue) : fieldValue;
    isChanged ||= read !== fieldValue;
    entries.push([name, read]);
  }
  return isChanged ? Object.fromEntries(entries) : value;
}
