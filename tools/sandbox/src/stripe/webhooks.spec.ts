import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createBuyer, startHarness, type Harness } from '../../test/harness.js';
import { retryDelayMs, sign } from './webhooks.js';

const secret = 'whsec_test';
let receiver: Server;
let harness: Harness;
let received: { body: string; signature: string }[];
/** Statuses of the next answers, then 200. */
let answers: number[];

beforeEach(async () => {
  received = [];
  answers = [];
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ body, signature: String(request.headers['stripe-signature']) });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  harness = await startHarness({
    webhookUrl: `http://127.0.0.1:${port}/api/webhooks/stripe`,
    webhookSecret: secret,
  });
});

afterEach(async () => {
  await harness.sandbox.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

async function waitUntil(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 3_000 && !condition(); i += 1) await sleep(10);
  expect(condition()).toBe(true);
}
const receivedTypes = () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type);

describe('webhooks', () => {
  it('are signed as the official SDK expects', async () => {
    const { customer, method } = await createBuyer(harness.stripe);
    const intent = await harness.stripe.paymentIntents.create({
      amount: 8_000,
      currency: 'usd',
      customer,
      payment_method: method,
      confirm: true,
      off_session: true,
    });
    await waitUntil(() => received.length === 3);
    const events = received.map(({ body, signature }) =>
      harness.stripe.webhooks.constructEvent(body, signature, secret),
    );
    expect(events.map((event) => event.type).sort()).toEqual([
      'customer.created',
      'payment_intent.succeeded',
      'payment_method.attached',
    ]);
    const charged = events.find(({ type }) => type === 'payment_intent.succeeded');
    expect(charged?.data.object).toMatchObject({ id: intent.id });
    expect(() =>
      harness.stripe.webhooks.constructEvent(`${received[0]?.body} `, received[0]?.signature ?? '', secret),
    ).toThrow();
  });

  it('are retried until they are accepted', async () => {
    answers = [500, 404];
    await harness.stripe.customers.create();
    await waitUntil(() => received.length === 3);
    await waitUntil(() => harness.sandbox.control.webhooks.log.listNewest(1)[0]?.state === 'delivered');
    expect(harness.sandbox.control.webhooks.log.listNewest(1)[0]?.attempts).toBe(3);
  });

  it('are repeated and delayed as configured', async () => {
    harness.sandbox.control.webhooks.updateSettings({ copies: 2, delayMs: 100 });
    const startedAt = performance.now();
    await harness.stripe.customers.create();
    await waitUntil(() => received.length > 0);
    expect(performance.now() - startedAt).toBeGreaterThan(95);
    await waitUntil(() => received.length === 2);
    expect(receivedTypes()).toEqual(['customer.created', 'customer.created']);
  });

  it('wait while paused', async () => {
    harness.sandbox.control.webhooks.updateSettings({ paused: true });
    await harness.stripe.customers.create();
    await sleep(50);
    expect(received).toHaveLength(0);
    harness.sandbox.control.webhooks.updateSettings({ paused: false });
    await waitUntil(() => received.length === 1);
  });
});

describe('signatures and retries', () => {
  it('sign covers the time and the body', () => {
    expect(sign('{}', 'whsec_x', 1)).toMatch(/^t=1,v1=[0-9a-f]{64}$/);
    expect(sign('{}', 'whsec_x', 1)).not.toBe(sign('{}', 'whsec_y', 1));
  });

  it('retryDelayMs doubles up to one minute', () => {
    expect([1, 2, 3, 20].map(retryDelayMs)).toEqual([500, 1_000, 2_000, 60_000]);
  });
});
