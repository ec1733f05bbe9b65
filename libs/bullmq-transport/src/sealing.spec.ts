import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { messageLinksOf, type SenderName, senderNames } from '@desk/contracts';
import fc from 'fast-check';
import { deriveMessageKeys, parseRootKeys } from './message-keys.js';
import { Sealer } from './sealing.js';

const newKey = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
const [first, second] = [newKey('r1'), newKey('r2')];
const keysOf = (name: SenderName, roots = first): string => deriveMessageKeys(parseRootKeys(roots), name);
const sealerOf = (name: SenderName, roots = first): Sealer => new Sealer(name, keysOf(name, roots));

const gateway = sealerOf('gateway');
const billing = sealerOf('billing');
const sealedFor = (to: SenderName, from = gateway): string => from.seal('secret', 'message 1', to);

describe('Sealer', () => {
  it('opens any text that was sealed for it, and names the sender', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, purpose) => {
        // A half surrogate has no UTF-8 form.
        fc.pre(text.isWellFormed() && purpose.isWellFormed());
        expect(billing.open(gateway.seal(text, purpose, 'billing'), purpose)).toEqual({
          text,
          origin: { keyId: 'r1', sender: 'gateway' },
        });
      }),
    );
  });

  it('reveals nothing of the text and never repeats a ciphertext', () => {
    const sealed = gateway.seal('ann@example.com', 'message 1', 'billing');
    expect(sealed).toMatch(/^r1\/gateway\.[A-Za-z0-9_-]+$/);
    expect(sealed).not.toContain('ann');
    expect(sealed).not.toContain(Buffer.from('ann@example.com').toString('base64url').slice(0, 12));
    expect(gateway.seal('ann@example.com', 'message 1', 'billing')).not.toBe(sealed);
  });

  it('rejects text with a flipped bit', () => {
    const [label = '', text = ''] = sealedFor('billing').split('.');
    const bytes = Buffer.from(text, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => billing.open(`${label}.${changed.toString('base64url')}`, 'message 1')).toThrow();
    }
  });

  it('rejects truncated text', () => {
    const [label = '', text = ''] = gateway.seal('', 'message 1', 'billing').split('.');
    const bytes = Buffer.from(text, 'base64url');
    for (let length = 0; length < bytes.length; length += 1)
      expect(() =>
        billing.open(`${label}.${bytes.subarray(0, length).toString('base64url')}`, 'message 1'),
      ).toThrow();
  });

  it('rejects text sealed for another purpose', () => {
    expect(() => billing.open(sealedFor('billing'), 'message 2')).toThrow();
    expect(() => billing.open(sealedFor('billing'), 'answer 1')).toThrow();
  });

  it('rejects text of another root key, whatever its id', () => {
    expect(() => billing.open(sealedFor('billing', sealerOf('gateway', second)), 'message 1')).toThrow(
      "no message key 'r2/gateway' to billing",
    );
    const sameId = sealerOf('gateway', newKey('r1'));
    expect(() => billing.open(sealedFor('billing', sameId), 'message 1')).toThrow();
  });
});

describe('a compromised process', () => {
  it.each(senderNames.filter((name) => name !== 'gateway' && name !== 'billing'))(
    '%s can neither read nor forge what the gateway sends to billing',
    (name) => {
      const sealed = sealedFor('billing');
      const attacker = sealerOf(name);
      expect(() => attacker.open(sealed, 'message 1')).toThrow();
      // Everything it can seal, under the gateway's name.
      for (const { to } of messageLinksOf(name).filter(({ from }) => from === name)) {
        const forged = sealedFor(to, attacker).replace(`r1/${name}.`, 'r1/gateway.');
        expect(() => billing.open(forged, 'message 1')).toThrow();
      }
      // Its own keys under the names of the link it wants.
      const renamed = keysOf(name).replaceAll(`${name}/`, 'gateway/').replaceAll(`/${name}`, '/billing');
      expect(keysOf(name)).not.toContain('gateway/billing');
      expect(() => new Sealer('billing', renamed).open(sealed, 'message 1')).toThrow();
    },
  );

  it('cannot turn a message around and send it back', () => {
    const back = sealedFor('billing').replace('r1/gateway.', 'r1/billing.');
    expect(() => gateway.open(back, 'message 1')).toThrow();
  });
});

describe('rotation', () => {
  it('seals with the new root and opens with both', () => {
    const rotated = sealerOf('gateway', `${second},${first}`);
    const both = sealerOf('billing', `${first}, ${second}`);
    expect(sealedFor('billing', rotated)).toMatch(/^r2\//);
    expect(both.open(sealedFor('billing', rotated), 'message 1').text).toBe('secret');
    expect(both.open(sealedFor('billing'), 'message 1').text).toBe('secret');
  });

  it('answers with the key of the request, which the caller is sure to have', () => {
    const rotated = sealerOf('billing', `${second},${first}`);
    const { origin } = rotated.open(sealedFor('billing'), 'message 1');
    const answer = rotated.sealReply('done', 'answer 1', origin);
    expect(gateway.open(answer, 'answer 1')).toEqual({
      text: 'done',
      origin: { keyId: 'r1', sender: 'billing' },
    });
  });
});

describe('message keys', () => {
  it('of different links differ', () => {
    const keys = senderNames.flatMap((name) => keysOf(name).split(','));
    const byLink = new Map(keys.map((entry) => entry.split(':').slice(1) as [string, string]));
    expect(byLink.size).toBeGreaterThan(10);
    expect(new Set(byLink.values()).size).toBe(byLink.size);
  });

  it.each([
    ['nothing', ''],
    ['no id', randomBytes(32).toString('base64')],
    ['an empty id', `:gateway/billing:${randomBytes(32).toString('base64')}`],
    ['an id with a dot', `k.1:gateway/billing:${randomBytes(32).toString('base64')}`],
    ['a short key', `k1:gateway/billing:${randomBytes(16).toString('base64')}`],
    ['a long key', `k1:gateway/billing:${randomBytes(33).toString('base64')}`],
    ['a comma at the end', `${keysOf('gateway')},`],
    ['a key without a link', newKey('k1')],
    ['a link twice', `${keysOf('gateway')},${keysOf('gateway')}`],
    ['the keys of another process', keysOf('notifier')],
    ['an unknown process', `r1:gateway/mailer:${randomBytes(32).toString('base64')}`],
    ['a link without a key', 'r1:gateway/billing'],
    ['a missing link', keysOf('gateway').split(',').slice(1).join(',')],
  ])('are refused with %s, and not repeated', (_what, keys) => {
    let message = '';
    try {
      new Sealer('gateway', keys);
    } catch (error) {
      ({ message } = error as Error);
    }
    expect(message).toMatch(/^message keys must/);
    expect(message).not.toContain(keys.split(':').at(-1) || '∅');
  });
});
