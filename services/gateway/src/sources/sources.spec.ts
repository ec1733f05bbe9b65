import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { findSource, sources } from './sources.js';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/ingest.md'), 'utf8').replaceAll(
  /\s+/g,
  ' ',
);

test.each(sources)('docs/ingest.md names $name, and an address may', (source) => {
  expect(page).toContain(`${source.name} (\`${source.id}\`)`);
  expect(findSource(source.id)).toBe(source);
});

test('refuses the name of no tool', () => {
  expect(() => findSource('nothing')).toThrow('The address must end in the name of a tool: google-ads, ');
});
