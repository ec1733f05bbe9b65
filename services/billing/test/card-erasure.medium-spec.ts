import { randomUUID } from 'node:crypto';
import { buyerClosed, createCardSetup, getCard, saveCard } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { BillingHarness } from './billing.harness.js';

interface CustomerRow {
  stripe_customer_id: string | null;
  stripe_payment_method_id: string | null;
  card_last4: string | null;
  card_usable: boolean;
  forgotten_at: Date | null;
}

const CUSTOMERS = { method: 'POST' as const, path: '/v1/customers' };

describe('erasing a buyer', () => {
  let billing: BillingHarness;

  beforeAll(async () => {
    // Above the latency below: a customer whose creation was not answered in time is unknown to us.
    billing = await BillingHarness.start({ STRIPE_TIMEOUT_MS: '30000' });
  });
  afterEach(() => billing.endFaults());
  afterAll(() => billing.stop());

  const close = (buyerId: string) =>
    billing.publish(buyerClosed, { buyerId, undeliveredLeadIds: [], at: new Date().toISOString() });
  const find = async (buyerId: string): Promise<CustomerRow | undefined> => {
    const sql = 'SELECT * FROM customers WHERE buyer_id = $1';
    return (await billing.pool.query<CustomerRow>(sql, [buyerId])).rows[0];
  };
  const waitUntilForgotten = (buyerId: string) =>
    eventually(async () => {
      const customer = await find(buyerId);
      return customer?.forgotten_at ? customer : false;
    });
  const listCards = async (customerId: string | null): Promise<unknown> =>
    (await billing.sandbox.get(`/v1/customers/${customerId}/payment_methods`))['data'];

  it('detaches every card and removes the address at the provider, and keeps the payments', async () => {
    const { buyerId } = await billing.createBuyer();
    await billing.saveCard(buyerId, 'pm_card_amex');
    const offerId = await billing.charge(buyerId);
    await billing.waitForStatus(offerId, 'succeeded');
    const before = await find(buyerId);
    expect(await listCards(before?.stripe_customer_id ?? null)).toHaveLength(2);

    await close(buyerId);
    expect(await waitUntilForgotten(buyerId)).toMatchObject({
      stripe_customer_id: before?.stripe_customer_id,
      stripe_payment_method_id: null,
      card_last4: null,
      card_usable: false,
    });
    expect(await listCards(before?.stripe_customer_id ?? null)).toEqual([]);
    expect(await billing.sandbox.get(`/v1/customers/${before?.stripe_customer_id}`)).toMatchObject({
      email: null,
      metadata: { buyer_id: buyerId },
    });
    expect(await billing.findPurchase(offerId)).toMatchObject({ status: 'succeeded' });
    expect(await billing.commands.send(getCard, { buyerId })).toEqual({
      card: null,
      usable: false,
      recovery: null,
    });
  });

  it.each([
    ['refuses', { kind: 'status', status: 500 }],
    ['loses the answer', { kind: 'lost-answer' }],
  ] as const)('asks again when the provider %s', async (_, fault) => {
    const { buyerId } = await billing.createBuyer();
    const match = { method: 'POST' as const, path: '/v1/payment_methods/*/detach' };
    await billing.sandbox.addFault({ match, ...fault, times: 2 });
    await close(buyerId);
    const { stripe_customer_id: customerId } = await waitUntilForgotten(buyerId);
    expect(await listCards(customerId)).toEqual([]);
  });

  it('does not count a customer as forgotten whom this provider account never had', async () => {
    const { buyerId } = await billing.createBuyer();
    const row = await find(buyerId);
    await billing.pool.query("UPDATE customers SET stripe_customer_id = 'cus_other' WHERE buyer_id = $1", [
      buyerId,
    ]);
    await close(buyerId);
    await eventually(async () => (await billing.listPublished(`${buyerId}-3`)).length > 0);
    expect(await find(buyerId)).toMatchObject({ forgotten_at: null });

    await billing.pool.query('UPDATE customers SET stripe_customer_id = $2 WHERE buyer_id = $1', [
      buyerId,
      row?.stripe_customer_id,
    ]);
    await waitUntilForgotten(buyerId);
    expect(await listCards(row?.stripe_customer_id ?? null)).toEqual([]);
  });

  it('saves no card and charges nothing afterwards', async () => {
    const { buyerId, paymentMethodId } = await billing.createBuyer();
    await close(buyerId);
    await waitUntilForgotten(buyerId);
    await expect(
      billing.commands.send(createCardSetup, { buyerId, email: 'ann@example.com' }),
    ).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(billing.commands.send(saveCard, { buyerId, paymentMethodId })).rejects.toMatchObject({
      code: 'SETUP_NOT_SUCCEEDED',
    });
    const offerId = await billing.charge(buyerId);
    expect(await billing.waitForStatus(offerId, 'failed')).toMatchObject({ decline_code: 'no_card' });
  });

  it('removes what the provider created while the buyer was erased', async () => {
    const buyerId = randomUUID();
    await billing.sandbox.addFault({ match: CUSTOMERS, kind: 'latency', ms: 4_000 });
    const setup = billing.commands.send(createCardSetup, { buyerId, email: 'ann@example.com' });
    const refused = expect(setup).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await eventually(async () => (await billing.sandbox.countFaultHits()) > 0);
    await close(buyerId);
    await waitUntilForgotten(buyerId);
    await refused;
    const customer = await eventually(async () => {
      const row = await find(buyerId);
      return row?.stripe_customer_id && row.forgotten_at ? row : false;
    });
    expect(await billing.sandbox.get(`/v1/customers/${customer.stripe_customer_id}`)).toMatchObject({
      email: null,
    });
  });

  it('looks again after an hour, for what the search of the provider did not find yet', async () => {
    const { buyerId } = await billing.createBuyer();
    await close(buyerId);
    await waitUntilForgotten(buyerId);
    const { rows } = await billing.pool.query<{ minutes: number }>(
      `SELECT (extract(epoch FROM due_at - now()) / 60)::float8 AS minutes FROM outbox
        WHERE name = 'billing.forget-cards' AND is_delayed AND message_id LIKE $1`,
      [`%${buyerId}-repeated-1%`],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.minutes).toBeGreaterThan(30);
    expect(rows[0]?.minutes).toBeLessThanOrEqual(60);
  });

  // The last one, because it opens the circuit breaker.
  it('removes a customer whose creation was never answered', async () => {
    const buyerId = randomUUID();
    await billing.sandbox.addFault({ match: CUSTOMERS, kind: 'lost-answer' });
    const setup = billing.commands.send(createCardSetup, { buyerId, email: 'ann@example.com' });
    await expect(setup).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await billing.sandbox.clearFaults();
    const listCustomers = async () => {
      const query = encodeURIComponent(`metadata['buyer_id']:'${buyerId}'`);
      return (await billing.sandbox.get(`/v1/customers/search?query=${query}`))['data'];
    };
    expect(await listCustomers()).toMatchObject([{ email: 'ann@example.com' }]);
    await close(buyerId);
    await waitUntilForgotten(buyerId);
    expect(await listCustomers()).toMatchObject([{ email: null }]);
  });
});
