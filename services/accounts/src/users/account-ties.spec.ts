import { expect, it } from '@jest/globals';
import { toOwnMailDomain } from './account-ties.js';

it.each([
  'ann@gmail.com',
  'ann@outlook.com',
  'ann@yahoo.com',
  'ann@aol.com',
  'ann@icloud.com',
  'ann@comcast.net',
  'ann@example.com',
  'ann@mail.example.org',
  'ann@agency.test',
])('does not tie %s to others with a mailbox of the same provider', (email) => {
  expect(toOwnMailDomain(email)).toBeUndefined();
});

it.each([
  ['ann@ann-sells.com', 'ann-sells.com'],
  ['ann@mail.agency.com', 'agency.com'],
  ['ann@a.b.AGENCY.co.uk', 'agency.co.uk'],
])('ties %s to %s', (email, domain) => {
  expect(toOwnMailDomain(email)).toBe(domain);
});
