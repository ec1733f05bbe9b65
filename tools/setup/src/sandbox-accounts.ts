import { createECDH, createHash } from 'node:crypto';
import type { Secrets } from './secrets.js';

type Source = Pick<Secrets, 'stripeWebhookSecret'>;

/** The sandbox's Twilio account, derived so that installations of earlier releases need no new secret. */
export function toSandboxTwilio({ stripeWebhookSecret }: Source) {
  const digits = createHash('sha256').update(`twilio ${stripeWebhookSecret}`).digest('hex');
  return {
    TWILIO_ACCOUNT_SID: `AC${digits.slice(32)}`,
    TWILIO_AUTH_TOKEN: digits.slice(0, 32),
    TWILIO_FROM: '+15005550006',
  };
}

/** The sandbox's Slack app, derived like its Twilio account. */
export function toSandboxSlack({ stripeWebhookSecret }: Source) {
  const digits = createHash('sha256').update(`slack ${stripeWebhookSecret}`).digest('hex');
  return { SLACK_CLIENT_ID: '1000000000.2000000000', SLACK_CLIENT_SECRET: digits.slice(0, 32) };
}

/** Keys of browser notifications, derived likewise: a browser that allowed them keeps its permission over restarts. */
export function toDemoVapid({ stripeWebhookSecret }: Source) {
  const privateKey = createHash('sha256').update(`vapid ${stripeWebhookSecret}`).digest();
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey);
  return {
    VAPID_PUBLIC_KEY: pair.getPublicKey('base64url'),
    // Not `pair.getPrivateKey`, which leaves out leading zeros: one key in 256 would be too short.
    VAPID_PRIVATE_KEY: privateKey.toString('base64url'),
  };
}
