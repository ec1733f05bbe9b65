import { describe, expect, it } from '@jest/globals';
import type { Schema } from 'yup';
import type { Route } from '../define-route.js';
import { routes } from '../routes.js';
import { textKindOf } from './read-texts.js';

interface Described {
  readonly type: string;
  readonly fields?: Readonly<Record<string, Described>>;
  readonly innerType?: Described;
  readonly spec?: { readonly oneOf?: unknown };
  describe(): { readonly oneOf?: readonly unknown[] };
}

/** Lists the texts of a schema that nobody reads. A text of a list of values needs no reading. */
function findUnread(schema: Described, path: string): string[] {
  const { type, fields = {}, innerType } = schema;
  const isChoice = type === 'string' && (schema.describe().oneOf ?? []).length > 0;
  return [
    ...(type === 'string' && !isChoice && textKindOf(schema) === undefined ? [path] : []),
    ...Object.entries(fields).flatMap(([name, field]) => findUnread(field, `${path}.${name}`)),
    ...(innerType ? findUnread(innerType, `${path}[]`) : []),
  ];
}

const inputs = Object.entries(routes).flatMap(([name, route]: [string, Route]) =>
  (['query', 'body', 'documentedBody'] as const).flatMap((part) => {
    const schema: Schema | undefined = route[part];
    return schema ? [[`${name}.${part}`, schema] as const] : [];
  }),
);

describe('every text that a caller sends says how it is read', () => {
  it.each(inputs)('%s', (name, schema) => {
    expect(findUnread(schema as unknown as Described, name)).toEqual([]);
  });
});
