import { randomUUID } from 'node:crypto';
import { CommandClient } from '@desk/bullmq-transport';
import { acceptProviderEvent } from '@desk/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import Stripe from 'stripe';
import { TestSystem, WEBHOOK_SECRETS } from './test-system.js';

let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.start();
});
afterAll(() => system.stop());
afterEach(() => {
  jest.restoreAllMocks();
});

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
  // The gateway asks for other things in the background.
  const messages = sent.mock.calls.filter(([{ name }]) => name === acceptProviderEvent.name);
  return { status: answer.status, body: answer.body, messages: messages.length };
};

describe('an event of the card provider', () => {
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
