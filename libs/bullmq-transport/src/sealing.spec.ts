import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Sealer } from './sealing.js';

const newKey = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
const first = newKey('k1');
const second = newKey('k2');

describe('Sealer', () => {
  it('opens any text it sealed', () => {
    const sealer = new Sealer(first);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, purpose) => {
        // A half surrogate has no UTF-8 form.
        fc.pre(text.isWellFormed() && purpose.isWellFormed());
        expect(sealer.open(sealer.seal(text, purpose), purpose)).toBe(text);
      }),
    );
  });

  it('reveals nothing of the text and never repeats a ciphertext', () => {
    const sealer = new Sealer(first);
    const sealed = sealer.seal('ann@example.com', 'message 1');
    expect(sealed).toMatch(/^k1\.[A-Za-z0-9_-]+$/);
    expect(sealed).not.toContain('ann');
    expect(sealed).not.toContain(Buffer.from('ann@example.com').toString('base64url').slice(0, 12));
    expect(sealer.seal('ann@example.com', 'message 1')).not.toBe(sealed);
  });

  it('rejects text with a flipped bit', () => {
    const sealer = new Sealer(first);
    const bytes = Buffer.from(sealer.seal('secret', 'message 1').slice(3), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => sealer.open(`k1.${changed.toString('base64url')}`, 'message 1')).toThrow();
    }
  });

  it('rejects truncated text', () => {
    const sealer = new Sealer(first);
    const bytes = Buffer.from(sealer.seal('', 'message 1').slice(3), 'base64url');
    for (let length = 0; length < bytes.length; length += 1)
      expect(() =>
        sealer.open(`k1.${bytes.subarray(0, length).toString('base64url')}`, 'message 1'),
      ).toThrow();
  });

  it('rejects text sealed for another purpose', () => {
    const sealer = new Sealer(first);
    expect(() => sealer.open(sealer.seal('secret', 'message 1'), 'message 2')).toThrow();
    expect(() => sealer.open(sealer.seal('secret', 'message 1'), 'answer 1')).toThrow();
  });

  it('names an unknown key id', () => {
    const sealed = new Sealer(second).seal('secret', 'message 1');
    expect(() => new Sealer(first).open(sealed, 'message 1')).toThrow("no message key with id 'k2'");
  });

  it('rejects text sealed with another key of the same id', () => {
    const sealed = new Sealer(newKey('k1')).seal('secret', 'message 1');
    expect(() => new Sealer(first).open(sealed, 'message 1')).toThrow();
  });

  it('seals with the new key and still opens with the old one after a rotation', () => {
    const sealedBefore = new Sealer(first).seal('secret', 'message 1');
    const rotated = new Sealer(`${second}, ${first}`);
    expect(rotated.open(sealedBefore, 'message 1')).toBe('secret');
    expect(rotated.seal('secret', 'message 1')).toMatch(/^k2\./);
  });

  it.each([
    ['nothing', ''],
    ['no id', randomBytes(32).toString('base64')],
    ['an empty id', `:${randomBytes(32).toString('base64')}`],
    ['an id with a dot', `k.1:${randomBytes(32).toString('base64')}`],
    ['a short key', `k1:${randomBytes(16).toString('base64')}`],
    ['a long key', `k1:${randomBytes(33).toString('base64')}`],
    ['a comma at the end', `${first},`],
    ['the same id twice', `${first},${newKey('k1')}`],
  ])('refuses keys with %s, and does not repeat them', (_what, keys) => {
    let message = '';
    try {
      new Sealer(keys);
    } catch (error) {
      ({ message } = error as Error);
    }
    expect(message).toMatch(/^message keys must/);
    expect(message).not.toContain(keys.split(':').at(-1) || '∅');
  });
});
