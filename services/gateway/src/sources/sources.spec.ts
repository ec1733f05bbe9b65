import { describe, expect, it, test } from '@jest/globals';
import { parse, sourceSchema } from '@desk/contracts';
import { findSource, namedSources } from './sources.js';
import { toDto } from './sources.controller.js';

describe.each(namedSources)('$name', (source) => {
  const { steps, screen, documentedAt } = source.setUp;
  const entries = Object.values(screen.fields);

  it('is found by the last part of a private address', () => {
    expect(findSource(source.id)).toBe(source);
  });

  it('has steps, and shows one address, which can name only this tool', () => {
    expect(steps.length).toBeGreaterThan(1);
    for (const step of steps) expect(step).toMatch(/^[A-Z].*\.$/);
    const addresses = entries.filter((entry) => entry.includes('{address}'));
    expect(addresses).toHaveLength(1);
    const named = /\{address\}\/([a-z0-9-]+)/.exec(addresses[0] ?? '')?.[1] ?? source.id;
    expect(named).toBe(source.id);
  });

  it('closes every formatting mark that it opens', () => {
    for (const text of [...steps, ...entries]) {
      expect(text.split('**').length % 2).toBe(1);
      expect(text.split('`').length % 2).toBe(1);
    }
  });

  it('links to instructions by https', () => {
    if (documentedAt !== null) expect(new URL(documentedAt).protocol).toBe('https:');
  });

  it('matches the schema of the API', () => {
    expect(parse(sourceSchema, toDto(source))).toEqual(toDto(source));
  });
});

test('no two sources have the same id', () => {
  const ids = namedSources.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('finds no source for an unknown name', () => {
  expect(findSource('nothing')).toBeUndefined();
});
