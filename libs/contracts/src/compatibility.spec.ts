import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { fromWire, toWire, toWireName } from './previous-names.js';
import { commands, events } from './registry.js';
import { ArraySchema, ObjectSchema, type Schema } from 'yup';
import { dropUnknownFields } from './unknown-fields.js';
import { parse } from './validate.js';

/**
 * Messages of the previous release are still in outboxes and queues when this one starts, so it must accept them.
 * `fixtures/<message>.<n>.json` are recordings. Never edit one; when a message changes, add a file.
 */
const folder = join(import.meta.dirname, '../fixtures');
const recordings = readdirSync(folder).map((file) => ({
  file,
  message: file.replace(/\.\d+\.json$/, ''),
  recorded: JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, unknown>,
}));
const of = (message: string) =>
  recordings.filter((recording) => [message, toWireName(message)].includes(recording.message));

/** This release accepts the recording, and what it would send is what the recorded release accepts. */
function expectCompatible(schema: Schema, recorded: unknown): void {
  const today = fromWire(schema, recorded);
  expect(parse(schema, today)).toEqual(today);
  expect(toWire(schema, today)).toEqual(recorded);
}

describe('messages of the previous release', () => {
  it.each(events.map((event) => [event.name, event.payload] as const))(
    'accepts recorded payloads of %s',
    (name, payload) => {
      expect(of(name)).not.toHaveLength(0);
      for (const { recorded } of of(name)) expectCompatible(payload, recorded['payload']);
    },
  );

  it.each(commands.map((command) => [command.name, command] as const))(
    'accepts recorded requests and responses of %s',
    (name, { request, response }) => {
      expect(of(name)).not.toHaveLength(0);
      for (const { recorded } of of(name)) {
        expectCompatible(request, recorded['request']);
        expectCompatible(response, recorded['response']);
      }
    },
  );

  it('has recordings of existing messages only', () => {
    const known = [...commands, ...events].flatMap(({ name }) => [name, toWireName(name)]);
    expect(recordings.map(({ message }) => message).filter((name) => !known.includes(name))).toEqual([]);
  });
});

/** Every schema that is sent, with its recordings. */
const sent = [
  ...events.flatMap(({ name, payload }) =>
    of(name).map(({ file, recorded }) => [file, payload, recorded['payload']]),
  ),
  ...commands.flatMap(({ name, request, response }) =>
    of(name).flatMap(({ file, recorded }) => [
      [`request of ${file}`, request, recorded['request']],
      [`response of ${file}`, response, recorded['response']],
    ]),
  ),
] as [string, Schema, unknown][];

/** How a process reads what another one has sent. */
const read = (schema: Schema, value: unknown): unknown =>
  parse(schema, dropUnknownFields(schema, fromWire(schema, value)));

/** `value` as a release would send it that has added a field to every object with declared fields. */
function addFields(schema: Schema, value: unknown): unknown {
  if (schema instanceof ArraySchema && Array.isArray(value)) {
    const items = schema.innerType as Schema;
    const list: readonly unknown[] = value;
    return list.map((item) => addFields(items, item));
  }
  if (!(schema instanceof ObjectSchema) || typeof value !== 'object' || value === null) return value;
  const fields = schema.fields as Record<string, Schema>;
  const entries = Object.entries(value).map(([name, item]: [string, unknown]): [string, unknown] => {
    const field = fields[name];
    return [name, field ? addFields(field, item) : item];
  });
  return { ...(Object.fromEntries(entries) as object), addedLater: { nested: true } };
}

/** The fields that the sender may omit from this value. A release without them is an older one. */
const optionalFields = (schema: Schema, value: unknown): string[] =>
  schema instanceof ObjectSchema
    ? Object.keys(schema.fields).filter((name) => schema.isValidSync(omit(value, [name]), { strict: true }))
    : [];
const omit = (value: unknown, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(value as object).filter(([name]) => !names.includes(name)));

describe('messages of the next release', () => {
  it.each(sent)('reads %s with added fields', (_file, schema, recorded) => {
    expect(read(schema, addFields(schema, recorded))).toEqual(fromWire(schema, recorded));
  });

  const withOptionalFields = sent.flatMap(([file, schema, recorded]) => {
    const value = fromWire(schema, recorded);
    const names = optionalFields(schema, value);
    return names.length === 0 ? [] : ([[file, schema, value, names]] as const);
  });

  it.each(withOptionalFields)(
    'lets a release without the optional fields exchange %s with this one',
    (_file, schema, value, names) => {
      const older = (schema as ObjectSchema<object>).omit(names as never[]).noUnknown();
      expect(read(older, value)).toEqual(omit(value, names));
      expect(read(schema, omit(value, names))).toEqual(omit(value, names));
    },
  );
});
