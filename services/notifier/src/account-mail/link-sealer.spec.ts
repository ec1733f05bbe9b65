import { messageKeysOf } from '@desk/testing';
import { describe, expect, it } from '@jest/globals';
import { LinkSealer } from './link-sealer.js';

const sealer = new LinkSealer({ MESSAGE_KEYS: messageKeysOf('notifier') });

describe('LinkSealer', () => {
  it('encrypts and decrypts a link', () => {
    const sealed = sealer.seal('one', 'https://desk.example/reset?token=secret');
    expect(sealed).not.toContain('secret');
    expect(sealer.open('one', sealed)).toBe('https://desk.example/reset?token=secret');
  });

  it('does not open a link that was sealed for another email', () => {
    const sealed = sealer.seal('one', 'https://desk.example/reset?token=secret');
    expect(() => sealer.open('two', sealed)).toThrow();
  });
});
