import { runInTransactionScope } from '@desk/bullmq-transport';
import { afterAll, describe, expect, it } from '@jest/globals';
import { PaymentIntentClient } from './payment-intent-client.js';
import { StripeClient } from './stripe-client.js';

describe('StripeClient', () => {
  const client = new StripeClient(
    {
      STRIPE_SECRET_KEY: 'sk_test_unit_000',
      STRIPE_API_BASE: 'http://127.0.0.1:1',
      STRIPE_TIMEOUT_MS: 1_000,
    },
    { run: (_endpoint, call) => call() },
  );

  afterAll(() => client.onApplicationShutdown());

  it('refuses requests inside a database transaction', async () => {
    const intents = new PaymentIntentClient(client);
    await expect(runInTransactionScope(() => intents.get('pi_1'))).rejects.toThrow(
      'the card provider was called inside a database transaction',
    );
  });
});
