import { describe, expect, it } from '@jest/globals';
import { object } from 'yup';
import { twilioSettings } from './twilio-settings.js';

const schema = object(twilioSettings);
const complete = {
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: '0'.repeat(32),
  TWILIO_FROM: '+15005550006',
};
const service = { TWILIO_MESSAGING_SERVICE_SID: `MG${'0'.repeat(32)}` };
const base = { TWILIO_API_BASE: 'http://127.0.0.1:4810' };
const { TWILIO_FROM: _from, ...withoutSender } = complete;

describe('the settings of Twilio', () => {
  it.each([
    ['none', {}],
    ['an account with a number', complete],
    ['an account with a messaging service', { ...withoutSender, ...service }],
    ['an account in the sandbox', { ...complete, ...base, NODE_ENV: 'development' }],
  ])('may be %s', (_name, settings) => {
    expect(schema.isValidSync(settings)).toBe(true);
  });

  it.each([
    ['an account without a sender', withoutSender],
    ['two senders', { ...complete, ...service }],
    ['a token alone', { TWILIO_AUTH_TOKEN: complete.TWILIO_AUTH_TOKEN }],
    ['a malformed number', { ...complete, TWILIO_FROM: '555' }],
    ['a malformed address', { ...complete, TWILIO_API_BASE: 'sandbox' }],
    ['another address in production', { ...complete, ...base, NODE_ENV: 'production' }],
  ])('must not be %s', (_name, settings) => {
    expect(schema.isValidSync(settings)).toBe(false);
  });
});
