import { describe, expect, it } from '@jest/globals';
import twilio from 'twilio';
import { isSignedByTwilio, toTwiml } from './twilio.controller.js';

const token = 'a'.repeat(32);
const url = 'https://desk.example/api/webhooks/twilio/status?delivery=1';
const fields = { MessageSid: 'SM1', From: '+12125550100', Body: 'Où? 100% & more', AccountSid: 'AC1' };
const form = new URLSearchParams(fields).toString();
const sign = (params: Record<string, unknown>, secret = token): string =>
  twilio.getExpectedTwilioSignature(secret, url, params);
const signature = sign(fields);

describe('the signature of Twilio', () => {
  it('is accepted as the SDK computes it', () => {
    expect(isSignedByTwilio(token, { url, form, signature })).toBe(true);
  });

  it('is accepted with a field that is repeated, whatever the order', () => {
    const repeated = 'MediaUrl=b&Body=x&MediaUrl=a&MediaUrl=b';
    const ofRepeated = sign({ Body: 'x', MediaUrl: ['b', 'a', 'b'] });
    expect(isSignedByTwilio(token, { url, form: repeated, signature: ofRepeated })).toBe(true);
  });

  it.each([
    ['another form', { url, form: `${form}&x=1`, signature }],
    ['another URL', { url: `${url}2`, form, signature }],
    ['no signature', { url, form, signature: '' }],
    ['a malformed signature', { url, form, signature: 'é' }],
    ['another token', { url, form, signature: sign(fields, 'b'.repeat(32)) }],
  ])('is rejected with %s', (_name, request) => {
    expect(isSignedByTwilio(token, request)).toBe(false);
  });
});

it('a reply is escaped, and no reply is an empty answer', () => {
  expect(toTwiml('a < b & c')).toContain('<Response><Message>a &lt; b &amp; c</Message></Response>');
  expect(toTwiml(null)).toContain('<Response></Response>');
});
