import { REMOVED } from '@desk/contracts';
import { describe, expect, test } from '@jest/globals';
import { DataCipher } from './data-cipher.js';

const key = (id: string, byte: number): string => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;
const [d1, d2] = [key('d1', 1), key('d2', 2)];
const cipher = new DataCipher(d1);
const rotated = new DataCipher(`${d2},${d1}`);

describe('encryption', () => {
  test('decrypts what it encrypted, and encrypts the same text differently each time', () => {
    const stored = cipher.encrypt('Ann Lee', 'leads.full_name 1');
    expect(cipher.decrypt(stored, 'leads.full_name 1')).toBe('Ann Lee');
    expect(stored).toMatch(/^enc:d1:[\w-]+$/);
    expect(stored).not.toContain('Ann');
    expect(cipher.encrypt('Ann Lee', 'leads.full_name 1')).not.toBe(stored);
  });

  test.each(['', 'Ánn', '日本', 'x'.repeat(5_000), 'a\u0000b'])('keeps the text %j', (text) => {
    expect(cipher.decrypt(cipher.encrypt(text, 'notes'), 'notes')).toBe(text);
  });

  test.each([
    ['another row', 'leads.full_name 2'],
    ['another column', 'leads.email 1'],
  ])('refuses a value that was moved to %s', (_where, purpose) => {
    const stored = cipher.encrypt('Ann Lee', 'leads.full_name 1');
    expect(() => cipher.decrypt(stored, purpose)).toThrow();
  });

  test('refuses a changed value', () => {
    const stored = cipher.encrypt('Ann Lee', 'name');
    const changed = stored.slice(0, -2) + (stored.endsWith('AA') ? 'BB' : 'AA');
    expect(() => cipher.decrypt(changed, 'name')).toThrow();
  });

  test.each(['Ann Lee', REMOVED, '', 'enc:', 'enc:d1:short', 'enc: Ann'])(
    'returns %j, which is not encrypted, as it is',
    (text) => {
      expect(cipher.decrypt(text, 'name')).toBe(text);
    },
  );

  test('encrypts with the first key and decrypts with all', () => {
    expect(rotated.decrypt(cipher.encrypt('Ann', 'name'), 'name')).toBe('Ann');
    const stored = rotated.encrypt('Ann', 'name');
    expect(stored).toMatch(/^enc:d2:/);
    expect(() => cipher.decrypt(stored, 'name')).toThrow("no data key with id 'd2'");
  });

  test('encrypts JSON as a string', () => {
    const consent = { tcpaText: 'I agree', ipAddress: '203.0.113.7' };
    const stored = cipher.encryptJson(consent, 'consent');
    expect(stored).toMatch(/^enc:d1:/);
    expect(cipher.decryptJson(stored, 'consent')).toEqual(consent);
  });
});

test('a value is current if it is encrypted with the first key, empty or removed', () => {
  const stored = cipher.encrypt('Ann', 'name');
  expect(['', REMOVED, stored].every((text) => cipher.isCurrent(text))).toBe(true);
  expect(cipher.isCurrent('Ann')).toBe(false);
  expect(rotated.isCurrent(stored)).toBe(false);
});

describe('digests', () => {
  test('are made with every key, the current one first', () => {
    const [current, older, ...rest] = rotated.digests('ann@example.com', 'email');
    expect(rest).toEqual([]);
    expect(cipher.digests('ann@example.com', 'email')).toEqual([older]);
    expect(current).toBe(rotated.digest('ann@example.com', 'email'));
    expect(current).not.toBe(older);
  });

  test('differ by text and purpose', () => {
    const digest = cipher.digest('ann', 'email');
    expect(digest).toMatch(/^[\da-f]{64}$/);
    expect(cipher.digest('bob', 'email')).not.toBe(digest);
    expect(cipher.digest('ann', 'phone')).not.toBe(digest);
  });
});

test.each(['', 'd1', key('D1', 1), `d1:${Buffer.alloc(31).toString('base64')}`, `${d1},${d1}`, `${d1}:x`])(
  'refuses the keys %j',
  (keys) => {
    expect(() => new DataCipher(keys)).toThrow('data keys must');
  },
);
