import { describe, expect, test } from '@jest/globals';
import { CredentialCipher } from './credential-cipher.js';

const oldKey = `c1:${Buffer.alloc(32, 1).toString('base64')}`;
const newKey = `c2:${Buffer.alloc(32, 2).toString('base64')}`;
const old = new CredentialCipher(oldKey);

/** What the first release stored. */
const STORED = 'c1.zlriM3O1-W6NdAWVUtY8lq4-iqahZGYE2PzzdiZSTOATQQ';

describe('CredentialCipher', () => {
  test('decrypts what earlier releases stored', () => {
    expect(old.decrypt(STORED, 'app 1')).toBe('SECRET');
  });

  test('decrypts what it encrypted, each time to another text', () => {
    const encrypted = old.encrypt('SECRET', 'app 1');
    expect(old.decrypt(encrypted, 'app 1')).toBe('SECRET');
    expect(encrypted).not.toContain('SECRET');
    expect(old.encrypt('SECRET', 'app 1')).not.toBe(encrypted);
  });

  test('refuses another purpose and a changed text', () => {
    const encrypted = old.encrypt('SECRET', 'app 1');
    const changed = encrypted.slice(0, -2) + (encrypted.endsWith('A') ? 'BB' : 'AA');
    expect(() => old.decrypt(encrypted, 'app 2')).toThrow();
    expect(() => old.decrypt(changed, 'app 1')).toThrow();
  });

  test('encrypts with the first key and decrypts with all', () => {
    const rotated = new CredentialCipher(`${newKey},${oldKey}`);
    expect(rotated.decrypt(old.encrypt('SECRET', 'app 1'), 'app 1')).toBe('SECRET');
    expect(rotated.encrypt('SECRET', 'app 1')).toMatch(/^c2\./);
    expect(() => old.decrypt(rotated.encrypt('SECRET', 'app 1'), 'app 1')).toThrow(
      "no credential key with id 'c2'",
    );
  });

  test.each(['', 'c1', `c1:${Buffer.alloc(31).toString('base64')}`, `${oldKey},${oldKey}`])(
    'refuses the keys %j',
    (keys) => {
      expect(() => new CredentialCipher(keys)).toThrow('credential keys must');
    },
  );
});
