import { expect, test } from '@jest/globals';
import { areApiDocsOpen } from './api-docs-settings.js';

test.each([
  ['development', undefined, true],
  ['test', undefined, true],
  ['production', undefined, false],
  ['production', 'open', true],
  ['development', 'closed', false],
] as const)('%s with API_DOCS %s: open %p', (NODE_ENV, API_DOCS, expected) => {
  expect(areApiDocsOpen({ NODE_ENV, API_DOCS })).toBe(expected);
});
