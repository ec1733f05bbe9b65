import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { commands, events } from './registry.js';
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
const of = (message: string) => recordings.filter((recording) => recording.message === message);

describe("yesterday's messages", () => {
  it.each(events.map((event) => [event.name, event.payload] as const))(
    '%s is still read',
    (name, payload) => {
      expect(of(name)).not.toHaveLength(0);
      for (const { recorded } of of(name))
        expect(parse(payload, recorded['payload'])).toEqual(recorded['payload']);
    },
  );

  it.each(commands.map((command) => [command.name, command] as const))(
    '%s is still read, and so is its answer',
    (name, { request, response }) => {
      expect(of(name)).not.toHaveLength(0);
      for (const { recorded } of of(name)) {
        expect(parse(request, recorded['request'])).toEqual(recorded['request']);
        expect(parse(response, recorded['response'])).toEqual(recorded['response']);
      }
    },
  );

  it('are recordings of messages that exist', () => {
    const known = [...commands, ...events].map(({ name }) => name);
    expect(recordings.map(({ message }) => message).filter((name) => !known.includes(name))).toEqual([]);
  });
});
