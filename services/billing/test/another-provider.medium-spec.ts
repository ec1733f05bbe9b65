import { randomUUID } from 'node:crypto';
import { chargeOffer, createCardSetup, leadUndeliverable, saveCard } from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BillingHarness } from './billing.harness.js';
import { ReconciliationHelper } from './reconciliation.harness.js';
import { FakeStripe } from './fake-stripe.js';

/** Written independently of the sandbox. With the sandbox alone, a mistake that it shares with billing would go unseen. */
describe('a second fake of Stripe', () => {
  let fakeStripe: FakeStripe;
  let billing: BillingHarness;

  beforeAll(async () => {
    fakeStripe = await FakeStripe.start();
    billing = await BillingHarness.start({
      STRIPE_API_BASE: fakeStripe.url,
      STRIPE_TIMEOUT_MS: '5000',
      RECONCILIATION_MIN_AGE_SECONDS: '1',
    });
  });
  afterAll(async () => {
    await billing.stop();
    await fakeStripe.stop();
  });

  async function createBuyer(): Promise<string> {
    const buyerId = randomUUID();
    const email = `${buyerId}@example.com`;
    const { setupIntentId } = await billing.commands.send(createCardSetup, { buyerId, email });
    const paymentMethodId = fakeStripe.confirmSetup(setupIntentId);
    await billing.commands.send(saveCard, { buyerId, paymentMethodId });
    return buyerId;
  }
  async function charge(buyerId: string, status: string) {
    const offer = billing.newOffer(buyerId);
    await billing.publish(chargeOffer, offer);
    return { ...offer, purchase: await billing.waitForStatus(offer.offerId, status) };
  }

  it('charges saved cards, declines, refunds and agrees in every list', async () => {
    const buyerId = await createBuyer();
    const sales = [];
    for (let count = 0; count < 5; count += 1) sales.push(await charge(buyerId, 'succeeded'));
    fakeStripe.nextCardDeclines = true;
    const { purchase } = await charge(await createBuyer(), 'failed');
    fakeStripe.nextCardDeclines = false;
    expect(purchase.decline_code).toBe('insufficient_funds');

    for (const { offerId, leadId } of sales.slice(0, 3)) {
      const lead = { offerId, leadId, buyerId, at: new Date().toISOString(), isOurFailure: false };
      await billing.publish(leadUndeliverable, lead);
      await billing.waitForStatus(offerId, 'refunded');
    }

    const reconciliation = new ReconciliationHelper(billing);
    expect(await reconciliation.compare()).toMatchObject({ found: 0, failure: null });
    expect(await reconciliation.states()).toEqual({});
    expect(fakeStripe.listIntents().map(({ status }) => status)).toEqual([
      ...sales.map(() => 'succeeded'),
      'requires_payment_method',
    ]);
    const pages = fakeStripe.requests.filter((request) => request === 'GET /v1/payment_intents');
    expect(pages.length).toBeGreaterThanOrEqual(3);
  });

  it('is found to disagree about an amount', async () => {
    const sale = await charge(await createBuyer(), 'succeeded');
    await billing.pool.query('UPDATE purchases SET amount = 79 WHERE offer_id = $1', [sale.offerId]);
    const reconciliation = new ReconciliationHelper(billing);
    await reconciliation.compare();
    expect(Object.values(await reconciliation.states())).toEqual(['payment amount open']);
  });
});
