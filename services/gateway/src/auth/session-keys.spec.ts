import { describe, expect, it } from '@jest/globals';
import { parseSessionKeys, SessionKeys, TOKEN_TYPE } from './session-keys.js';

const [old, current] = ['a'.repeat(32), 'b'.repeat(32)];
const bytesOf = (key: Buffer | undefined): string | undefined =>
  (key as unknown as { export(): Buffer } | undefined)?.export().toString();
const tokenWith = (header: unknown): string =>
  `${Buffer.from(JSON.stringify(header)).toString('base64url')}.payload.signature`;
const keyFor = (keys: SessionKeys, header: unknown): string | undefined =>
  bytesOf(keys.find(tokenWith(header)));

describe('SessionKeys', () => {
  const rotated = new SessionKeys({ JWT_KEYS: `k2:${current}, k1:${old}` });

  it('sign with the first key and name it', () => {
    expect(rotated.signing.id).toBe('k2');
    expect(bytesOf(rotated.signing.key)).toBe(current);
  });

  it('verify with the key that the token names', () => {
    expect(keyFor(rotated, { typ: TOKEN_TYPE, kid: 'k2' })).toBe(current);
    expect(keyFor(rotated, { typ: TOKEN_TYPE, kid: 'k1' })).toBe(old);
  });

  it.each([
    ['an unknown key', { typ: TOKEN_TYPE, kid: 'k3' }],
    ['no key', { typ: TOKEN_TYPE }],
    ['a key that is not text', { typ: TOKEN_TYPE, kid: ['k1'] }],
    ['a property of every object', { typ: TOKEN_TYPE, kid: 'constructor' }],
    ['another type', { typ: 'JWT', kid: 'k1' }],
    ['nothing', null],
  ])('refuse a token that names %s', (_what, header) => {
    expect(rotated.find(tokenWith(header))).toBeUndefined();
    expect(rotated.find('rubbish')).toBeUndefined();
  });
});

describe('parseSessionKeys', () => {
  it.each([
    ['', 'must be id:secret'],
    [current, 'must be id:secret'],
    [`k1:${'a'.repeat(31)}`, 'must be id:secret'],
    [`K1:${current}`, 'must be id:secret'],
    [`k1:${current},`, 'must be id:secret'],
    [`k1:${current},k1:${old}`, 'must have different ids'],
  ])('refuses %j without repeating it', (text, message) => {
    let thrown = '';
    try {
      parseSessionKeys(text);
    } catch (error) {
      thrown = String(error);
    }
    expect(thrown).toContain(message);
    expect(thrown).not.toContain('aaa');
    expect(thrown).not.toContain('bbb');
  });
});
