import { describe, expect, it } from '@jest/globals';
import webPush from 'web-push';
import { object } from 'yup';
import { vapidSettings } from './vapid-settings.js';

const schema = object(vapidSettings);
const { publicKey, privateKey } = webPush.generateVAPIDKeys();

describe('the VAPID settings', () => {
  it('accept a pair of keys, or none', () => {
    expect(schema.isValidSync({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey })).toBe(true);
    expect(schema.isValidSync({})).toBe(true);
  });

  it('reject half a pair, or keys of two pairs', () => {
    expect(schema.isValidSync({ VAPID_PUBLIC_KEY: publicKey })).toBe(false);
    expect(schema.isValidSync({ VAPID_PRIVATE_KEY: privateKey })).toBe(false);
    const other = webPush.generateVAPIDKeys();
    expect(schema.isValidSync({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: other.privateKey })).toBe(
      false,
    );
  });

  it('reject what is not a key', () => {
    expect(schema.isValidSync({ VAPID_PUBLIC_KEY: 'key', VAPID_PRIVATE_KEY: privateKey })).toBe(false);
    expect(schema.isValidSync({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: 'key' })).toBe(false);
  });
});
