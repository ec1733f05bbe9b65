import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { SavedCardClient } from './saved-card-client.js';
import { StripeClient } from './stripe-client.js';

/** As documented by the provider: https://docs.stripe.com/api/customers/retrieve */
const answers: Readonly<Record<string, [status: number, body: object]>> = {
  cus_exists: [200, { id: 'cus_exists', object: 'customer', email: 'ann@example.com' }],
  cus_deleted: [200, { id: 'cus_deleted', object: 'customer', deleted: true }],
  cus_other_account: [
    404,
    { error: { type: 'invalid_request_error', code: 'resource_missing', param: 'id', message: 'No such' } },
  ],
  cus_unauthorized: [401, { error: { type: 'invalid_request_error', message: 'Invalid API Key' } }],
};

const server = createServer((request, response) => {
  const [status, body] = answers[request.url?.split('/').at(-1) ?? ''] ?? [500, {}];
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});

describe('SavedCardClient.getCustomerStatus', () => {
  let client: StripeClient;
  let cards: SavedCardClient;

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    client = new StripeClient(
      {
        STRIPE_SECRET_KEY: 'sk_test_unit_000',
        STRIPE_API_BASE: `http://127.0.0.1:${port ?? 0}`,
        STRIPE_TIMEOUT_MS: 5_000,
      },
      { run: (_endpoint, call) => call() },
    );
    cards = new SavedCardClient(client);
  });
  afterAll(() => {
    client.onApplicationShutdown();
    server.close();
  });

  it.each([
    ['cus_exists', 'exists'],
    ['cus_deleted', 'deleted'],
    ['cus_other_account', 'missing'],
  ])('answers %s with %s', async (id, expected) => {
    expect(await cards.getCustomerStatus(id)).toBe(expected);
  });

  it('rejects if the provider refuses to answer', async () => {
    await expect(cards.getCustomerStatus('cus_unauthorized')).rejects.toThrow(
      Stripe.errors.StripeAuthenticationError,
    );
  });
});
