import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { buyer, startBench, type Bench } from '../../test/harness.js';
import { retryAfterMs, sign } from './webhooks.js';

const secret = 'whsec_test';
let receiver: Server;
let bench: Bench;
let taken: { body: string; signature: string }[];
/** Statuses of the next answers; 200 when used up. */
let answers: number[];

beforeEach(async () => {
  taken = [];
  answers = [];
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      taken.push({ body, signature: String(request.headers['stripe-signature']) });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  bench = await startBench({
    webhookUrl: `http://127.0.0.1:${port}/api/webhooks/stripe`,
    webhookSecret: secret,
  });
});

afterEach(async () => {
  await bench.sandbox.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

async function until(ready: () => boolean): Promise<void> {
  for (let i = 0; i < 300 && !ready(); i += 1) await sleep(10);
  expect(ready()).toBe(true);
}
const types = () => taken.map((one) => (JSON.parse(one.body) as { type: string }).type);

describe('webhooks', () => {
  it('are signed so that the official library takes them', async () => {
    const { customer, method } = await buyer(bench.stripe);
    const intent = await bench.stripe.paymentIntents.create({
      amount: 8_000,
      currency: 'usd',
      customer,
      payment_method: method,
      confirm: true,
      off_session: true,
    });
    await until(() => taken.length === 3);
    const events = taken.map((one) => bench.stripe.webhooks.constructEvent(one.body, one.signature, secret));
    expect(events.map((event) => event.type)).toEqual([
      'customer.created',
      'payment_method.attached',
      'payment_intent.succeeded',
    ]);
    expect(events[2]?.data.object).toMatchObject({ id: intent.id });
    expect(() =>
      bench.stripe.webhooks.constructEvent(`${taken[0]?.body} `, taken[0]?.signature ?? '', secret),
    ).toThrow();
  });

  it('come again until they are taken', async () => {
    answers = [500, 404];
    await bench.stripe.customers.create();
    await until(() => taken.length === 3);
    await until(() => bench.sandbox.control.webhooks.log.newest(1)[0]?.state === 'delivered');
    expect(bench.sandbox.control.webhooks.log.newest(1)[0]?.attempts).toBe(3);
  });

  it('come twice, or late, when asked', async () => {
    bench.sandbox.control.webhooks.change({ copies: 2, delayMs: 100 });
    await bench.stripe.customers.create();
    expect(taken).toHaveLength(0);
    await until(() => taken.length === 2);
    expect(types()).toEqual(['customer.created', 'customer.created']);
  });

  it('wait while they are paused', async () => {
    bench.sandbox.control.webhooks.change({ paused: true });
    await bench.stripe.customers.create();
    await sleep(50);
    expect(taken).toHaveLength(0);
    bench.sandbox.control.webhooks.change({ paused: false });
    await until(() => taken.length === 1);
  });
});

describe('rules', () => {
  it('sign the time and the body', () => {
    expect(sign('{}', 'whsec_x', 1)).toMatch(/^t=1,v1=[0-9a-f]{64}$/);
    expect(sign('{}', 'whsec_x', 1)).not.toBe(sign('{}', 'whsec_y', 1));
  });

  it('wait longer each time, at most a minute', () => {
    expect([1, 2, 3, 20].map(retryAfterMs)).toEqual([500, 1_000, 2_000, 60_000]);
  });
});
