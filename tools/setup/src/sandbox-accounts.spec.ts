import { createECDH } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { toDemoVapid } from './compose/compose-settings.js';

it('derives complete keys of browser notifications from every secret', () => {
  const keys = Array.from({ length: 1_000 }, (_, index) =>
    toDemoVapid({ stripeWebhookSecret: `whsec_${index}` }),
  );
  for (const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } of keys) {
    const privateKey = Buffer.from(VAPID_PRIVATE_KEY, 'base64url');
    expect(privateKey).toHaveLength(32);
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(privateKey);
    expect(pair.getPublicKey('base64url')).toBe(VAPID_PUBLIC_KEY);
  }
  expect(keys.some(({ VAPID_PRIVATE_KEY }) => Buffer.from(VAPID_PRIVATE_KEY, 'base64url')[0] === 0)).toBe(
    true,
  );
});
