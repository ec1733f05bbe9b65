import { createECDH } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import webPush from 'web-push';
import { PushClient } from './push-client.js';
import { testNotification } from './push-notification.js';

const keys = webPush.generateVAPIDKeys();
const env = {
  VAPID_PUBLIC_KEY: keys.publicKey,
  VAPID_PRIVATE_KEY: keys.privateKey,
  MAIL_FROM: 'Desk <leads@desk.example>',
  WEBHOOK_LOOPBACK: 'refused' as const,
};

const newSecrets = (endpoint: string) => ({
  endpoint,
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: 'tBHItJI5svbpez7KI4CCXg',
  applicationServerKey: keys.publicKey,
});

describe('PushClient', () => {
  const client = new PushClient(env);

  it.each(['http://127.0.0.1:9/push/abc', 'https://10.0.0.1/push/abc', 'https://[fd00::1]/push/abc'])(
    'never connects to %s, also if it was stored',
    async (endpoint) => {
      expect(await client.send(newSecrets(endpoint), testNotification, 60)).toEqual({
        result: 'temporary',
        reason: 'ADDRESS_NOT_ALLOWED',
      });
    },
  );

  it('ends a browser that subscribed for a key which we no longer use', async () => {
    const { publicKey } = webPush.generateVAPIDKeys();
    const secrets = {
      ...newSecrets('https://fcm.googleapis.com/fcm/send/abc'),
      applicationServerKey: publicKey,
    };
    expect(await client.send(secrets, testNotification, 60)).toMatchObject({
      result: 'permanent',
      ends: 'KEY_CHANGED',
    });
  });

  it('sends nothing without keys of our own, and forgets nobody', async () => {
    const { VAPID_PUBLIC_KEY: _publicKey, VAPID_PRIVATE_KEY: _privateKey, ...withoutKeys } = env;
    const off = new PushClient(withoutKeys);
    expect(off.applicationServerKey).toBeNull();
    expect(
      await off.send(newSecrets('https://fcm.googleapis.com/fcm/send/abc'), testNotification, 60),
    ).toEqual({ result: 'temporary', reason: 'CHANNEL_OFF' });
  });

  it('recognizes a key that nothing can be encrypted for', () => {
    const secrets = newSecrets('https://fcm.googleapis.com/fcm/send/abc');
    expect(client.canEncryptFor(secrets)).toBe(true);
    expect(client.canEncryptFor({ ...secrets, p256dh: `B${'A'.repeat(86)}` })).toBe(false);
  });
});
