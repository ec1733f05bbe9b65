import { createSecretKey } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { decryptAesGcm, encryptAesGcm } from './sealing.js';

const key = createSecretKey(Buffer.alloc(32, 1));
const otherKey = createSecretKey(Buffer.alloc(32, 2));

test('decrypts with the same key and purpose alone', () => {
  const encrypted = encryptAesGcm(key, 'text', 'row 1');
  expect(decryptAesGcm(key, encrypted, 'row 1')).toBe('text');
  expect(() => decryptAesGcm(key, encrypted, 'row 2')).toThrow();
  expect(() => decryptAesGcm(otherKey, encrypted, 'row 1')).toThrow();
});

test('refuses a shortened tag', () => {
  const bytes = Buffer.from(encryptAesGcm(key, 'text', 'row 1'), 'base64url');
  expect(() => decryptAesGcm(key, bytes.subarray(0, -4).toString('base64url'), 'row 1')).toThrow();
});
