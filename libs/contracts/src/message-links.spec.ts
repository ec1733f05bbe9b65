import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as contracts from './index.js';

const { messageLinks, messageLinksOf, senderNames } = contracts;

const services = join(import.meta.dirname, '../../../services');

/** Source code in a folder, without its tests. */
const sourceIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
/** Code that runs in every service. */
const shared = sourceIn(join(services, '../libs/service-kit/src'));
const sources = senderNames.map((name) => {
  const own = sourceIn(join(services, name, 'src'));
  return [name, name === 'gateway' ? own : own + shared] as const;
});

const messages = Object.entries(contracts as Record<string, unknown>).filter(
  (entry): entry is [string, contracts.MessageContract] =>
    typeof entry[1] === 'object' && entry[1] !== null && 'kind' in entry[1] && 'senders' in entry[1],
);

/** Constants that the sending code picks from a table by service, so the search below cannot find them. */
const TABLE_MESSAGE = /^(list|retry)FailedMessages?Of/;

describe('senders', () => {
  it('are checked for every message', () => {
    expect(messages).toHaveLength(contracts.commands.length + contracts.events.length);
  });

  // `send(contract, …)`, `publish(contract, …)`, `fetch(contract, …)` and `forward('route', contract, …)` are the only
  // calls that begin like this.
  it.each(messages.filter(([constant]) => !TABLE_MESSAGE.test(constant)))(
    'of %s are exactly the processes that send it',
    (constant, { senders }) => {
      const sends = new RegExp(String.raw`\(\s*(?:'\w+',\s*)?${constant}\s*,`);
      const found = sources.filter(([, source]) => sends.test(source)).map(([name]) => name);
      expect([...senders].toSorted()).toEqual(found.toSorted());
    },
  );
});

describe('message links', () => {
  it('connect each pair that exchanges messages in both directions, and no other', () => {
    const names = messageLinks.map(({ from, to }) => `${from} > ${to}`);
    expect(new Set(names).size).toBe(names.length);
    for (const { from, to } of messageLinks) expect(names).toContain(`${to} > ${from}`);
    expect(names).toContain('gateway > billing');
    // The gateway receives responses only.
    expect(names).not.toContain('gateway > gateway');
  });

  it('of a process begin or end there', () => {
    for (const name of senderNames) {
      expect(messageLinksOf(name).length).toBeGreaterThan(0);
      for (const { from, to } of messageLinksOf(name)) expect([from, to]).toContain(name);
    }
  });
});
