import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { fromWire, toWire, toWireName } from './previous-names.js';
import { commands, events } from './registry.js';
import type { Schema } from 'yup';
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
