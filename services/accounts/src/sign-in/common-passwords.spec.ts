import { describe, expect, it } from '@jest/globals';
import { isCommonPassword } from './common-passwords.js';

describe('common passwords', () => {
  it.each([
    'password',
    'Password1!',
    'P@ssw0rd2024',
    '12345678',
    '87654321',
    'qwertyui',
    '1q2w3e4r',
    'aaaaaaaa',
    'abcabcabc',
    'iloveyou2',
    'lovelove',
    '!!sunshine!!',
    'letmein123',
    'tr0uble1',
    'Harold1952',
    'AnnuityDesk!',
    // Nothing about these shows it: they were breached.
    'bhrh0h2oof6xbqjeh',
    '193570356033',
    'Gfhjkmgfhjkm',
  ])('%s is one', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each([
    'violet harbour 42',
    'correct horse battery staple',
    'kV9#mq2!xL',
    'ffba4-d8a18-acd94-ff1bd',
    'Ferns-and-lanterns-7',
    'harbour4417',
  ])('%s is none', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  it("is one when it is the person's own data", () => {
    expect(isCommonPassword('Ada@Example.com', ['ada@example.com'])).toBe(true);
  });
});
