import type { Schema } from 'yup';

/**
 * What the previous release called things on the wire, by today's name. Both releases run side by side during an
 * update, so this one sends the old names and reads both. Remove an entry in the release after the one that added it.
 */
const previousMessageNames: Readonly<Record<string, string>> = {
  'buyers.get-eligibility': 'buyers.get-standing',
  'deliveries.list-of-lead': 'deliveries.of-lead',
  'integrations.resolve': 'integrations.settle',
  'leads.get-names': 'leads.name',
  'leads.get-statistics': 'leads.figures',
  'leads.search-ids': 'leads.find',
  'leads.update-disposition': 'leads.follow-up',
  'purchases.list-of-lead': 'purchases.of-lead',
  'users.get-names': 'users.name',
  'users.search-ids': 'users.find',
};
const previousFieldNames: Readonly<Record<string, string>> = {
  caller: 'client',
  closedAt: 'settledAt',
  disposition: 'followUp',
  slotNumber: 'unitNumber',
};
const previousKinds: Readonly<Record<string, string>> = { 'eligibility-changed': 'standing-changed' };

const invert = (names: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(names).map(([today, previous]) => [previous, today]));

interface Renames {
  readonly fields: Readonly<Record<string, string>>;
  readonly kinds: Readonly<Record<string, string>>;
}
const outgoing: Renames = { fields: previousFieldNames, kinds: previousKinds };
const incoming: Renames = { fields: invert(previousFieldNames), kinds: invert(previousKinds) };

const schemasWithRenames = new WeakMap<Schema, boolean>();

/** Most messages have no renamed field, and then nothing of them is copied. */
function hasRenames(schema: Schema): boolean {
  const known = schemasWithRenames.get(schema);
  if (known !== undefined) return known;
  const description = JSON.stringify(schema.describe());
  const renamed = [...Object.keys(previousFieldNames), ...Object.keys(previousKinds)];
  const found = renamed.some((name) => description.includes(`"${name}"`));
  schemasWithRenames.set(schema, found);
  return found;
}

function rename(value: unknown, renames: Renames): unknown {
  if (Array.isArray(value)) return value.map((item) => rename(item, renames));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => [
      renames.fields[key] ?? key,
      key === 'kind' && typeof item === 'string' ? (renames.kinds[item] ?? item) : rename(item, renames),
    ]),
  );
}

/** The name under which a message is sent. */
export const toWireName = (name: string): string => previousMessageNames[name] ?? name;

/** `value`, which fits `schema`, as it is sent. */
export const toWire = (schema: Schema, value: unknown): unknown =>
  hasRenames(schema) ? rename(value, outgoing) : value;

/** What was sent by this release or the previous one, with today's field names. */
export const fromWire = (schema: Schema, value: unknown): unknown =>
  hasRenames(schema) ? rename(value, incoming) : value;
