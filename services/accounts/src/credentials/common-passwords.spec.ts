import { describe, expect, it } from '@jest/globals';
import { PASSWORD_MAX } from '@desk/contracts';
import { isCommonPassword } from './common-passwords.js';

describe('isCommonPassword', () => {
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
    // These look random but were breached.
    'bhrh0h2oof6xbqjeh',
    '193570356033',
    'Gfhjkmgfhjkm',
  ])('rejects %s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each([
    'violet harbour 42',
    'correct horse battery staple',
    'kV9#mq2!xL',
    'ffba4-d8a18-acd94-ff1bd',
    'Ferns-and-lanterns-7',
    'harbour4417',
  ])('accepts %s', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  it("rejects the user's own email address in any case", () => {
    expect(isCommonPassword('Ada@Example.com', ['ada@example.com'])).toBe(true);
  });

  it.each([
    ['leet characters', '4@8({[<369&#!1|0$5+7%2'],
    ['a repeated decorated word', 'p4ssw0rd'],
    ['symbols around a letter', 'a!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!'],
  ])('checks the longest password of %s within 10 ms', (_what, piece) => {
    const password = piece.repeat(PASSWORD_MAX).slice(0, PASSWORD_MAX);
    const checks = 100;
    const startedAt = process.cpuUsage();
    for (let check = 0; check < checks; check += 1) isCommonPassword(password, ['ada@example.com']);
    const { user, system } = process.cpuUsage(startedAt);
    expect((user + system) / 1_000 / checks).toBeLessThan(10);
  });
});
