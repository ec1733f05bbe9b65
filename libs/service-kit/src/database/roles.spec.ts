import { expect, test } from '@jest/globals';
import { allRoles, readRolePasswords } from './roles.js';

const passwords = Object.fromEntries(allRoles.map((role) => [role, 'p']));

test('the password of every role is needed', () => {
  expect(readRolePasswords(JSON.stringify(passwords))).toEqual(passwords);
  expect(() => readRolePasswords(JSON.stringify({ ...passwords, desk_verify: '' }))).toThrow('desk_verify');
});

test.each(['{"desk_verify": secret', '{"desk_verify": ["secret"]}', 'secret'])(
  'the message about %s repeats no password',
  (text) => {
    expect(() => readRolePasswords(text)).toThrow(/^DATABASE_PASSWORDS must be (?!.*secret)/);
  },
);
