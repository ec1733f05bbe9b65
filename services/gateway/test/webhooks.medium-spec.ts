import { randomUUID } from 'node:crypto';
import { CommandClient } from '@desk/bullmq-transport';
import { acceptProviderEvent, acceptTwilioRequest } from '@desk/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import Stripe from 'stripe';
import twilio from 'twilio';
import { TestSystem, WEBHOOK_SECRETS } from './test-system.js';

const AUTH_TOKEN = '0123456789abcdef0123456789abcdef';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.start({ gateway: { TWILIO_AUTH_TOKEN: AUTH_TOKEN } });
});
afterAll(() => system.stop());
afterEach(() => {
  jest.restoreAllMocks();
});

describe('an event of the card provider', () => {
  const newEvent = (note = '') =>
    JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'customer.created',
      created: 1_790_000_000,
      data: { object: { id: 'cus_1', object: 'customer', note } },
    });
  const sign = (payload: string, secret: string): string =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret });
  const post = async (body: string, headers: Record<string, string>) => {
    const sent = jest.spyOn(system.gateway.app.get(CommandClient), 'send').mockClear();
    const answer = await system.openBrowser().send('POST', '/api/webhooks/stripe', body, headers);
    // The gateway sends other commands meanwhile, such as for the audit log.
    const messages = sent.mock.calls.filter(([{ name }]) => name === acceptProviderEvent.name);
    return { status: answer.status, body: answer.body, messages: messages.length };
  };

  it.each(WEBHOOK_SECRETS)('is stored when %s signed it', async (secret) => {
    const event = newEvent('é');
    const answer = await post(event, { 'stripe-signature': sign(event, secret) });
    expect(answer).toEqual({ status: 200, body: { received: true }, messages: 1 });
  });

  it.each([
    ['no signature', undefined],
    ['the signature of another body', sign(newEvent(), WEBHOOK_SECRETS[0] ?? '')],
    ['a signature with another secret', sign('{}', 'whsec_other')],
  ])('causes no message with %s', async (_name, signature) => {
    const headers: Record<string, string> = signature === undefined ? {} : { 'stripe-signature': signature };
    expect(await post('{}', headers)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_SIGNATURE' },
      messages: 0,
    });
  });

  it('may be 256 kB large and no larger', async () => {
    const overhead = Buffer.byteLength(newEvent());
    const secret = WEBHOOK_SECRETS[0] ?? '';
    const largest = newEvent('x'.repeat(256 * 1_024 - overhead));
    expect(await post(largest, { 'stripe-signature': sign(largest, secret) })).toMatchObject({ status: 200 });
    const larger = newEvent('x'.repeat(256 * 1_024 - overhead + 1));
    expect(await post(larger, { 'stripe-signature': sign(larger, secret) })).toMatchObject({
      status: 413,
      messages: 0,
    });
  });

  it('is not parsed before its signature is checked', async () => {
    expect(await post('{"not json', {})).toMatchObject({ status: 400, body: { code: 'INVALID_SIGNATURE' } });
  });
});

describe('a request of Twilio', () => {
  const sign = (path: string, fields: Readonly<Record<string, string>>): string =>
    twilio.getExpectedTwilioSignature(AUTH_TOKEN, `${system.publicUrl}${path}`, fields);

  /** The notifier of this system has no account with Twilio; its part is covered by its own tests. */
  async function post(path: string, body: string, headers: Readonly<Record<string, string>>) {
    const client = system.gateway.app.get(CommandClient);
    const sent = jest
      .spyOn(client, 'send')
      .mockClear()
      .mockImplementation(() => Promise.resolve({ reply: 'Help & more' }));
    const response = await fetch(`${system.publicUrl}${path}`, { method: 'POST', body, headers });
    const messages = sent.mock.calls.filter(([command]) => command.name === acceptTwilioRequest.name);
    return { status: response.status, text: await response.text(), messages: messages.length };
  }

  const fields = { MessageSid: 'SM1', From: '+12125550100', Body: 'HELP é' };
  const body = new URLSearchParams(fields).toString();

  it.each(['/api/webhooks/twilio', '/api/webhooks/twilio/status?delivery=1'])(
    'to %s is passed on when it is signed, and answered with TwiML',
    async (path) => {
      const answer = await post(path, body, { ...FORM, 'x-twilio-signature': sign(path, fields) });
      expect(answer).toMatchObject({ status: 200, messages: 1 });
      expect(answer.text).toContain('<Response><Message>Help &amp; more</Message></Response>');
    },
  );

  it.each([
    ['no signature', () => ({})],
    [
      'the signature of another form',
      () => ({ 'x-twilio-signature': sign('/api/webhooks/twilio', { Body: 'x' }) }),
    ],
    [
      'the signature of another path',
      () => ({ 'x-twilio-signature': sign('/api/webhooks/twilio/status', fields) }),
    ],
  ])('causes no message with %s', async (_name, headers) => {
    const answer = await post('/api/webhooks/twilio', body, { ...FORM, ...headers() });
    expect(answer).toMatchObject({ status: 400, messages: 0 });
    expect(answer.text).toContain('INVALID_SIGNATURE');
  });

  it('may be 16 kB large and no larger', async () => {
    const ofSize = (size: number) => ({ Body: 'x'.repeat(size - 'Body='.length) });
    const send = (form: { Body: string }) =>
      post('/api/webhooks/twilio', new URLSearchParams(form).toString(), {
        ...FORM,
        'x-twilio-signature': sign('/api/webhooks/twilio', form),
      });
    expect(await send(ofSize(16_384))).toMatchObject({ status: 200 });
    expect(await send(ofSize(16_385))).toMatchObject({ status: 413, messages: 0 });
  });

  it('must be a form', async () => {
    const answer = await post('/api/webhooks/twilio', '{}', { 'content-type': 'application/json' });
    expect(answer).toMatchObject({ status: 415, messages: 0 });
  });
});

it('an agent reads that text messages are not available without a provider', async () => {
  const { browser } = await system.registerAgent();
  const setUp = await browser.get('/api/channels/sms');
  expect(setUp).toMatchObject({ status: 200, body: { isAvailable: false, code: null } });
});
