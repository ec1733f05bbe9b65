import { DomainError } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { SignatureVerifier } from './signature-verifier.js';

const verifier = new SignatureVerifier({ STRIPE_WEBHOOK_SECRET: ['whsec_current', 'whsec_next'] });
const body = JSON.stringify({ id: 'evt_1', note: 'é' });
const sign = (secret: string, ageSeconds = 0): string =>
  Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret,
    timestamp: Math.floor(Date.now() / 1_000) - ageSeconds,
  });
const verify = (signature: string, payload = body) => verifier.verify(Buffer.from(payload), signature);
const INVALID = new DomainError('INVALID_SIGNATURE');

describe('SignatureVerifier', () => {
  it.each(['whsec_current', 'whsec_next'])('accepts what %s signed', (secret) => {
    expect(() => verify(sign(secret))).not.toThrow();
  });

  it.each([
    ['another secret', sign('whsec_other'), body],
    ['another body', sign('whsec_current'), `${body} `],
    ['an old signature', sign('whsec_current', 301), body],
    ['no signature', '', body],
    ['a malformed signature', 't=x,v1=y', body],
    ['no body', sign('whsec_current'), ''],
  ])('rejects %s', (_name, signature, payload) => {
    expect(() => verify(signature, payload)).toThrow(INVALID);
  });
});
