import { describe, expect, it } from '@jest/globals';
import type { Schema } from 'yup';
import { routeInputs } from '../test/route-inputs.js';
import { commands } from './registry.js';

interface Description {
  readonly type: string;
  readonly oneOf?: readonly unknown[];
  readonly tests?: readonly { readonly name?: string; readonly params?: Record<string, unknown> }[];
  readonly fields?: Readonly<Record<string, Description>>;
  readonly innerType?: Description;
}

const limitTests = new Set(['max', 'length']);

/** Lists the paths of texts and lists without a maximum, and of patterns that also test text that is too long. */
function findFaults(description: Description, path: string): string[] {
  const { type, oneOf = [], tests = [], fields = {}, innerType } = description;
  const needsLimit = type === 'string' || type === 'array';
  const isLimited = oneOf.length > 0 || tests.some(({ name = '' }) => limitTests.has(name));
  const isUnsafePattern = tests.some(
    ({ name, params }) => name === 'matches' && params?.['max'] === undefined,
  );
  return [
    ...(needsLimit && !isLimited ? [`${path} has no maximum`] : []),
    ...(isUnsafePattern ? [`${path} has a pattern but is not a boundedText`] : []),
    ...Object.entries(fields).flatMap(([name, field]) => findFaults(field, `${path}.${name}`)),
    ...(innerType ? findFaults(innerType, `${path}[]`) : []),
  ];
}

const describeSchema = (schema: Schema): Description => schema.describe() as Description;

describe('every text a caller sends has a maximum length, checked before any pattern', () => {
  it.each(routeInputs)('%s', (name, schema) => {
    expect(findFaults(describeSchema(schema), name)).toEqual([]);
  });

  it.each(commands.map((command) => [command.name, command.request] as const))('%s', (name, schema) => {
    expect(findFaults(describeSchema(schema), name)).toEqual([]);
  });
});
