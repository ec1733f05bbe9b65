import { hash } from '@node-rs/argon2';
import { expect, it } from '@jest/globals';
import { checkPassword, hashPassword, NO_PASSWORD } from './passwords.js';

const FORMS = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;
const passwords = ['crème brûlée 42', 'Ångström-ｆｕｌｌ', '한국어 비밀번호', 'ﬁnance über alles'];

it.each(passwords)('accepts %s however the keyboard composes it', async (password) => {
  const stored = await hashPassword(password.normalize('NFC'));
  for (const form of FORMS)
    expect(await checkPassword(stored, password.normalize(form))).toEqual({
      matches: true,
      needsRehash: false,
    });
});

it.each(['NFC', 'NFD'] as const)(
  'accepts a hash that an earlier release made of the %s form, in either form',
  async (form) => {
    const password = 'Ｃｒème brûlée 42';
    const stored = await hash(password.normalize(form));
    for (const typed of ['NFC', 'NFD'] as const)
      expect(await checkPassword(stored, password.normalize(typed))).toEqual({
        matches: true,
        needsRehash: true,
      });
  },
);

it('accepts no other password, and none without a stored hash', async () => {
  const stored = await hashPassword('crème brûlée 42');
  expect((await checkPassword(stored, 'creme brulee 42')).matches).toBe(false);
  expect((await checkPassword(undefined, 'no account has this password')).matches).toBe(false);
  for (const password of ['', 'no account has this password'])
    expect((await checkPassword(NO_PASSWORD, password)).matches).toBe(false);
});
