import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ArraySchema, number, ObjectSchema, type Schema, string } from 'yup';
import { strictObject } from './primitives.js';
import { commands, events } from './registry.js';
import { dropUnknownFields } from './unknown-fields.js';
import { parse } from './validate.js';

/** What a process of some release sent: `request` and `response` of a command, `payload` of an event. */
type Recording = Readonly<Record<string, unknown>>;

/**
 * Two releases run side by side during an update, and messages of the older one are still in outboxes and queues after
 * it. `fixtures/<release>/<service>.json` holds what each release sent, by message. Never edit what was released: when a
 * message changes, record it again under the new release.
 */
const folder = join(import.meta.dirname, '../fixtures');
const recordings = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json'))
  .flatMap((file) => {
    const messages = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, Recording>;
    return Object.entries(messages).map(([message, recorded]) => ({ file, message, recorded }));
  });

const parts: readonly (readonly [message: string, part: string, schema: Schema])[] = [
  ...events.map(({ name, payload }) => [name, 'payload', payload] as const),
  ...commands.flatMap(({ name, request, response }) => [
    [name, 'request', request] as const,
    [name, 'response', response] as const,
  ]),
];
const sent = parts.flatMap(([message, part, schema]) =>
  recordings
    .filter((recording) => recording.message === message)
    .map(({ file, recorded }) => [message, part, file, schema, recorded[part]] as const),
);

/** How a process reads what another one has sent. */
const read = (schema: Schema, value: unknown): unknown => parse(schema, dropUnknownFields(schema, value));

/** Returns `value` as a later release would send it, which has added a field to every object with declared fields. */
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

describe('recordings of released messages', () => {
  it('cover every message, and no other', () => {
    const known = new Set(parts.map(([message]) => message));
    expect(new Set(recordings.map(({ message }) => message))).toEqual(known);
  });

  it.each(sent)('still parse: %s, %s of %s', (_message, _part, _file, schema, recorded) => {
    expect(recorded).toBeDefined();
    expect(parse(schema, recorded)).toEqual(recorded);
  });

  it.each(sent)('still parse with fields added: %s, %s of %s', (_message, _part, _file, schema, recorded) => {
    expect(read(schema, addFields(schema, recorded))).toEqual(recorded);
  });
});

describe('a message that the next release changes', () => {
  const released = strictObject({ id: number().required() });
  const recorded = { id: 1 };

  it('still parses with an optional field added, in both directions', () => {
    const next = released.shape({ note: string().optional() }).noUnknown();
    expect(read(next, recorded)).toEqual(recorded);
    expect(read(released, { id: 1, note: 'new' })).toEqual(recorded);
  });

  it('no longer parses with a required field added, or a field renamed', () => {
    expect(() => read(released.shape({ note: string().required() }).noUnknown(), recorded)).toThrow();
    expect(() => read(strictObject({ key: number().required() }), recorded)).toThrow();
  });
});
