import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { createSecret, rotateSecret, signMessage, type SigningSecrets } from './webhook-secrets.js';

const HOUR_MS = 3_600_000;
const body = '{"type":"lead.sold"}';
const verify = (secret: string, settings: SigningSecrets, signedAt = new Date()) =>
  new Webhook(secret).verify(body, signMessage(settings, { id: 'msg_1', body, now: signedAt }));

describe('the secret of a webhook', () => {
  it('has 32 random bytes and the prefix of Standard Webhooks', () => {
    const secret = createSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(createSecret()).not.toBe(secret);
  });

  it('signs what the library of receivers verifies', () => {
    const settings = { secret: createSecret(), previous: [] };
    expect(verify(settings.secret, settings)).toEqual({ type: 'lead.sold' });
    expect(() => verify(createSecret(), settings)).toThrow();
  });

  it('signs with the replaced secret too, for a day', () => {
    const now = new Date();
    const old = { secret: createSecret(), previous: [] };
    const rotated = rotateSecret(old, now);
    expect(rotated.previousValidUntil).toBe(new Date(now.getTime() + 24 * HOUR_MS).toISOString());
    for (const secret of [old.secret, rotated.secret]) expect(verify(secret, rotated)).toBeDefined();
    const later = new Date(now.getTime() + 24 * HOUR_MS + 1);
    const { 'webhook-signature': signature = '' } = signMessage(rotated, { id: 'msg_1', body, now: later });
    expect(signature.split(' ')).toHaveLength(1);
  });

  it('signs with the secret in use even after two rotations, and keeps at most four previous ones', () => {
    const now = new Date();
    const old = { secret: createSecret(), previous: [] };
    const twice = rotateSecret(rotateSecret(old, now), now);
    expect(verify(old.secret, twice)).toBeDefined();
    let many: SigningSecrets = twice;
    for (let time = 0; time < 20; time += 1) many = rotateSecret(many, now);
    expect(many.previous).toHaveLength(4);
  });
});
