import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ArraySchema, ObjectSchema, type Schema } from 'yup';
import { routeInputs } from '../test/route-inputs.js';
import { DomainError } from './error-codes.js';
import { commands, events } from './registry.js';
import { parse } from './validate.js';

/** No message of ours has this word, so one that has it repeats what was sent. */
const WORD = 'qzxj';
const hostile: readonly unknown[] = [
  ...[null, undefined, {}, [], '', WORD, 0, -1, 1.5, NaN, true],
  ...[[null], [undefined], [{}], [{}, {}], [null, {}], [[]], [''], [WORD], [0], { from: 0, to: 0 }],
  ...[[{ from: 0, to: 0 }], [{ day: null }, { day: 1 }], { length: 3 }, '__proto__'],
];

const visited = new Set<Schema>();

/** Returns values of the schema's shape, each with one hostile part. What is inside a shared schema is returned once. */
function* hostileValues(schema: Schema): Generator {
  yield* hostile;
  if (visited.has(schema)) return;
  visited.add(schema);
  if (schema instanceof ArraySchema) {
    for (const item of hostileValues(schema.innerType as Schema)) yield [item];
  } else if (schema instanceof ObjectSchema) {
    const fields = Object.entries(schema.fields as Record<string, Schema>);
    for (const [name, field] of fields) for (const value of hostileValues(field)) yield { [name]: value };
    for (const value of hostile) yield Object.fromEntries(fields.map(([name]) => [name, value]));
  }
}

/** Lists the values that end in anything but acceptance, or INVALID_REQUEST without what was sent. */
function findFaults(schema: Schema): unknown[] {
  return [...hostileValues(schema)].filter((value) => {
    try {
      parse(schema, value);
      return false;
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'INVALID_REQUEST')) return true;
      return error.fields.some(({ message }) => message.includes(WORD));
    }
  });
}

const schemas: (readonly [string, Schema])[] = [
  ...routeInputs,
  ...commands.map(({ name, request }) => [name, request] as const),
  ...events.map(({ name, payload }) => [name, payload] as const),
];

// Nobody reads the traces of some 200,000 refusals, and they take most of the time.
const { stackTraceLimit } = Error;
beforeAll(() => {
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

describe('a value of a wrong shape is refused by its field, and not repeated in the answer', () => {
  it.each(schemas)('%s', (_name, schema) => {
    expect(findFaults(schema)).toEqual([]);
  });
});
