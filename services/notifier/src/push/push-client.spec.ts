import { createECDH } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import webPush from 'web-push';
import { outcomeOfPush, PushClient } from './push-client.js';
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

const NOW = Date.parse('2026-01-05T14:00:00.000Z');
const answer = (status: number, retryAfter?: string) =>
  outcomeOfPush({ status, retryAfter, contentType: undefined, body: '' }, NOW);

describe('outcomeOfPush', () => {
  it.each([200, 201, 202, 204])('treats %i as accepted', (status) => {
    expect(answer(status)).toEqual({ result: 'accepted' });
  });

  it.each([404, 410])('ends a subscription that answered %i', (status) => {
    expect(answer(status)).toEqual({
      result: 'permanent',
      reason: 'ENDPOINT_GONE',
      ends: 'GONE',
      providerCode: `HTTP_${status}`,
    });
  });

  it.each([400, 405, 413, 422])('does not repeat what was refused with %i', (status) => {
    expect(answer(status)).toMatchObject({ result: 'permanent', reason: 'MESSAGE_REFUSED' });
    expect(answer(status)).not.toHaveProperty('ends');
  });

  it.each([401, 403])('repeats after %i, and ends nothing: the fault may be ours', (status) => {
    expect(answer(status)).toMatchObject({ result: 'temporary', reason: 'SENDER_REFUSED' });
    expect(answer(status)).not.toHaveProperty('ends');
  });

  it.each([500, 502, 503, 504])('repeats after %i', (status) => {
    expect(answer(status)).toMatchObject({ result: 'temporary', reason: 'TEMPORARY_ERROR' });
  });

  it('waits as long as it is asked to', () => {
    expect(answer(429, '120')).toMatchObject({
      result: 'temporary',
      reason: 'RATE_LIMITED',
      retryAfterMs: 120_000,
    });
    expect(answer(503, 'Mon, 05 Jan 2026 14:01:00 GMT')).toMatchObject({ retryAfterMs: 60_000 });
    expect(answer(429)).not.toHaveProperty('retryAfterMs');
  });
});
