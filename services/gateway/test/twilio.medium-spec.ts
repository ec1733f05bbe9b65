import { CommandClient } from '@desk/bullmq-transport';
import { acceptTwilioRequest } from '@desk/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import twilio from 'twilio';
import { TestSystem } from './test-system.js';

const AUTH_TOKEN = '0123456789abcdef0123456789abcdef';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.start(undefined, { TWILIO_AUTH_TOKEN: AUTH_TOKEN });
});
afterAll(() => system.stop());
afterEach(() => {
  jest.restoreAllMocks();
});

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
  // The gateway sends commands of its own meanwhile, such as for the audit log.
  const messages = sent.mock.calls.filter(([command]) => command.name === acceptTwilioRequest.name);
  return { status: response.status, text: await response.text(), messages: messages.length };
}

const fields = { MessageSid: 'SM1', From: '+12125550100', Body: 'HELP é' };
const body = new URLSearchParams(fields).toString();

describe('a request of Twilio', () => {
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
