import { expect, it } from '@jest/globals';
import { unwrap } from './paths.js';

it.each([
  ['data.email', 'email'],
  ['Data.Email', 'Email'],
  ['lead.data.email', 'data.email'],
  ['data', 'data'],
  ['database.email', 'database.email'],
])('unwraps %s to %s', (path, unwrapped) => {
  expect(unwrap(path, ['data', 'Lead'])).toBe(unwrapped);
});
