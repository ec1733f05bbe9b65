import { expect, it } from '@jest/globals';
import { hashPassword, NO_PASSWORD, verifyPassword } from './passwords.js';

const FORMS = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;
const passwords = ['crème brûlée 42', 'Ångström-ｆｕｌｌ', '한국어 비밀번호', 'ﬁnance über alles'];

it.each(passwords)('accepts %s however the keyboard composes it', async (password) => {
  for (const stored of FORMS) {
    const hash = await hashPassword(password.normalize(stored));
    for (const typed of FORMS) expect(await verifyPassword(hash, password.normalize(typed))).toBe(true);
  }
});

it('rejects other passwords, and every password if no hash is stored', async () => {
  const stored = await hashPassword('crème brûlée 42');
  expect(await verifyPassword(stored, 'creme brulee 42')).toBe(false);
  expect(await verifyPassword(undefined, 'no account has this password')).toBe(false);
  for (const password of ['', 'no account has this password'])
    expect(await verifyPassword(NO_PASSWORD, password)).toBe(false);
});
