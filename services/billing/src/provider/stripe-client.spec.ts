import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDependencyFailure, runInTransactionScope } from '@desk/bullmq-transport';
import { afterAll, describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { StripeClient } from './stripe-client.js';

const SETTINGS = {
  STRIPE_SECRET_KEY: 'sk_test_unit_000',
  STRIPE_API_BASE: 'http://127.0.0.1:1',
  STRIPE_TIMEOUT_MS: 30_000,
};

describe('StripeClient', () => {
  const client = new StripeClient(SETTINGS, { run: (_endpoint, call) => call() });

  afterAll(() => client.onApplicationShutdown());

  it('refuses requests inside a database transaction', async () => {
    const request = async () => client.api.paymentIntents.retrieve('pi_1');
    await expect(runInTransactionScope(request)).rejects.toThrow(
      'the card provider was called inside a database transaction',
    );
  });

  it('requests the API version that the types of the SDK describe', async () => {
    const versions: unknown[] = [];
    const server = createServer((request, response) => {
      versions.push(request.headers['stripe-version']);
      response.end('{"id":"dp_1","object":"dispute"}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const local = new StripeClient(
      { ...SETTINGS, STRIPE_API_BASE: `http://127.0.0.1:${port}` },
      { run: (_endpoint, call) => call() },
    );
    await local.api.disputes.retrieve('dp_1');
    local.onApplicationShutdown();
    server.close();
    expect(versions).toEqual([Stripe.API_VERSION]);
  });
});

describe('an error of the SDK', () => {
  const { StripeAPIError, StripeConnectionError, StripeRateLimitError, StripeCardError } = Stripe.errors;

  it.each([StripeAPIError, StripeConnectionError, StripeRateLimitError])(
    'counts against no message while the provider fails: %p',
    (failure) => {
      expect(isDependencyFailure(new failure({ message: 'failed' }))).toBe(true);
    },
  );

  it('counts against the message if the provider refused the object', () => {
    expect(isDependencyFailure(new StripeCardError({ message: 'declined' }))).toBe(false);
  });
});
