import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { SavedCards } from './saved-cards.js';
import { StripeClient } from './stripe-client.js';

/** What the provider documents for each: https://docs.stripe.com/api/customers/retrieve */
const answers: Readonly<Record<string, [status: number, body: object]>> = {
  cus_there: [200, { id: 'cus_there', object: 'customer', email: 'ann@example.com' }],
  cus_deleted: [200, { id: 'cus_deleted', object: 'customer', deleted: true }],
  cus_elsewhere: [
    404,
    { error: { type: 'invalid_request_error', code: 'resource_missing', param: 'id', message: 'No such' } },
  ],
  cus_closed: [401, { error: { type: 'invalid_request_error', message: 'Invalid API Key' } }],
};

const server = createServer((request, response) => {
  const [status, body] = answers[request.url?.split('/').at(-1) ?? ''] ?? [500, {}];
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});

describe('a customer that a charge did not find', () => {
  let client: StripeClient;
  let cards: SavedCards;

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    client = new StripeClient({
      STRIPE_SECRET_KEY: 'sk_test_unit_000',
      STRIPE_API_BASE: `http://127.0.0.1:${port ?? 0}`,
      STRIPE_TIMEOUT_MS: 5_000,
    });
    cards = new SavedCards(client);
  });
  afterAll(() => {
    client.onApplicationShutdown();
    server.close();
  });

  it.each([
    ['cus_there', 'there'],
    ['cus_deleted', 'deleted'],
    ['cus_elsewhere', 'missing'],
  ])('%s is %s', async (id, expected) => {
    expect(await cards.lookUpCustomer(id)).toBe(expected);
  });

  it('stays unknown when the provider does not say', async () => {
    await expect(cards.lookUpCustomer('cus_closed')).rejects.toThrow(Stripe.errors.StripeAuthenticationError);
  });
});
