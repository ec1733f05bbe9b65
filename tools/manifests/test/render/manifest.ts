/** A value of a manifest, as YAML or JSON has it. */
export type Value = string | number | boolean | null | readonly Value[] | Fields;
export interface Fields {
  readonly [name: string]: Value;
}

/** One object of a Kubernetes cluster. */
export interface Manifest extends Fields {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Fields & { readonly name: string };
}

export const isFields = (value: Value | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isList = (value: Value | undefined): value is readonly Value[] => Array.isArray(value);

/** Returns a scalar as text, anything else as an empty text. */
export const toText = (value: Value | undefined): string =>
  isList(value) || isFields(value) || value === undefined || value === null ? '' : String(value);

/** Returns the value at a path of field names, or undefined. */
export const valueAt = (value: Value | undefined, path: readonly string[]): Value | undefined =>
  path.reduce<Value | undefined>((parent, name) => (isFields(parent) ? parent[name] : undefined), value);

/** Returns a copy in which every object, from the innermost to the outermost, was replaced by `replace`. */
export function mapFields(value: Value, replace: (fields: Fields) => Fields): Value {
  if (isList(value)) return value.map((item) => mapFields(item, replace));
  if (!isFields(value)) return value;
  return replace(
    Object.fromEntries(Object.entries(value).map(([name, field]) => [name, mapFields(field, replace)])),
  );
}

/** Returns every object in a value. */
export function listFields(value: Value): Fields[] {
  if (isList(value)) return value.flatMap(listFields);
  return isFields(value) ? [value, ...Object.values(value).flatMap(listFields)] : [];
}
