/**
 * A JSON value as text, because JavaScript values cannot express hostile JSON: duplicate keys, broken UTF-8, huge
 * numbers.
 */
export type JsonText = Buffer;

export const toText = (value: unknown): JsonText => Buffer.from(JSON.stringify(value));

/** Joins members without looking at their names: a name may occur twice. */
export function objectText(members: readonly (readonly [name: string, value: JsonText])[]): JsonText {
  const parts = members.flatMap(([name, value], index) => [
    Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(name)}:`),
    value,
  ]);
  return Buffer.concat([Buffer.from('{'), ...parts, Buffer.from('}')]);
}

export const deepArrayText = (depth: number): JsonText => Buffer.from('['.repeat(depth) + ']'.repeat(depth));

export const deepObjectText = (depth: number): JsonText =>
  Buffer.from(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);

/** A string with bytes that are not UTF-8. */
export const brokenUtf8Text = (bytes: readonly number[]): JsonText =>
  Buffer.concat([Buffer.from('"a'), Buffer.from(bytes), Buffer.from('b"')]);
