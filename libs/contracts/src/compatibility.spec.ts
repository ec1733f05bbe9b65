import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { fromWire, toWire, toWireName } from './previous-names.js';
import { commands, events } from './registry.js';
import type { Schema } from 'yup';
import { parse } from './validate.js';

/**
 * What was sent once must still be read: jobs of the old version lie in outboxes and queues while the new one
 * starts. `fixtures/<message>.<n>.json` is such a recording. Never edit one; when a message changes, add a file.
 */
const folder = join(import.meta.dirname, '../fixtures');
const recordings = readdirSync(folder).map((file) => ({
  file,
  message: file.replace(/\.\d+\.json$/, ''),
  recorded: JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, unknown>,
}));
const of = (message: string) =>
  recordings.filter((recording) => [message, toWireName(message)].includes(recording.message));

/** Read by this release, and what this release would send of it read by the one that recorded it. */
function expectCompatible(schema: Schema, recorded: unknown): void {
  const today = fromWire(schema, recorded);
  expect(parse(schema, today)).toEqual(today);
  expect(toWire(schema, today)).toEqual(recorded);
}

describe("yesterday's messages", () => {
  it.each(events.map((event) => [event.name, event.payload] as const))(
    '%s is still read',
    (name, payload) => {
      expect(of(name)).not.toHaveLength(0);
      for (const { recorded } of of(name)) expectCompatible(payload, recorded['payload']);
    },
  );

  it.each(commands.map((command) => [command.name, command] as const))(
    '%s is still read, and so is its answer',
    (name, { request, response }) => {
      expect(of(name)).not.toHaveLength(0);
      for (const { recorded } of of(name)) {
        expectCompatible(request, recorded['request']);
        expectCompatible(response, recorded['response']);
      }
    },
  );

  it('are recordings of messages that exist', () => {
    const known = [...commands, ...events].flatMap(({ name }) => [name, toWireName(name)]);
    expect(recordings.map(({ message }) => message).filter((name) => !known.includes(name))).toEqual([]);
  });
});
