import { randomUUID } from 'node:crypto';
import {
  buyerClosed,
  createCardAuthentication,
  createCardSetup,
  saveCard,
  verifyCardSetup,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { endpoints } from '../src/provider/provider-guard.js';
import { BillingHarness } from './billing.harness.js';
import { ReconciliationHelper } from './reconciliation.harness.js';
import { RefundHelper } from './refund-helper.js';

type Endpoint = (typeof endpoints)[number];
/** Prepares what a command needs, and returns how to send it. */
type Prepare = () => Promise<() => Promise<unknown>>;
const toMatch = (endpoint: string) => {
  const [method = '', path = ''] = endpoint.split(' ');
  return { method: method as 'GET' | 'POST', path };
};

describe('calls that the card provider refuses for good', () => {
  let billing: BillingHarness;
  let refunds: RefundHelper;
  beforeAll(async () => {
    billing = await BillingHarness.start();
    refunds = new RefundHelper(billing);
  });
  afterEach(() => billing.endFaults());
  afterAll(() => billing.stop());

  const refuse = (endpoint: string, status: number, error = {}) =>
    billing.sandbox.addFault({ match: toMatch(endpoint), kind: 'status', status, error });
  const countRefusals = async (): Promise<number> =>
    (await billing.readCounter('card_provider_refusals_total{kind="permanent"}')) +
    (await billing.readCounter('card_provider_refusals_total{kind="ours"}'));
  const setup = (buyerId: string, email = 'ann@example.com') =>
    billing.commands.send(createCardSetup, { buyerId, email });

  async function newSetup(): Promise<{ buyerId: string; setupIntentId: string; paymentMethodId: string }> {
    const buyerId = randomUUID();
    const { setupIntentId } = await setup(buyerId);
    return {
      buyerId,
      setupIntentId,
      paymentMethodId: await billing.sandbox.confirmSetup(setupIntentId, 'pm_card_visa'),
    };
  }

  const prepareSave: Prepare = async () => {
    const { buyerId, paymentMethodId } = await newSetup();
    return () => billing.commands.send(saveCard, { buyerId, paymentMethodId });
  };
  const commands: readonly [Endpoint, string, Prepare][] = [
    ['POST /v1/customers', 'a set-up', () => Promise.resolve(() => setup(randomUUID()))],
    ['POST /v1/setup_intents', 'a set-up', () => Promise.resolve(() => setup(randomUUID()))],
    [
      'POST /v1/setup_intents',
      'an authentication',
      async () => {
        const { buyerId } = await billing.createBuyer();
        await billing.requireAuthentication(buyerId);
        return () => billing.commands.send(createCardAuthentication, { buyerId });
      },
    ],
    [
      'GET /v1/setup_intents/*',
      'a verification',
      async () => {
        const { buyerId, setupIntentId } = await newSetup();
        return () => billing.commands.send(verifyCardSetup, { buyerId, setupIntentId });
      },
    ],
    ['GET /v1/payment_methods/*', 'a card to save', prepareSave],
    ['GET /v1/setup_intents', 'a card to save', prepareSave],
  ];

  it.each(commands)(
    '%s: %s is reported as refused, never as an outage, and succeeds later',
    async (endpoint, _name, prepare) => {
      const send = await prepare();
      for (const status of [400, 402, 403, 404]) {
        const before = await countRefusals();
        await refuse(endpoint, status);
        const error = await send().catch((refusal: unknown) => refusal);
        const code = (error as { code?: string }).code;
        // A missing object is an expected answer to a read.
        const isMissing = status === 404 && endpoint.startsWith('GET') && code === 'SETUP_NOT_SUCCEEDED';
        expect({ status, code }).toEqual({ status, code: isMissing ? code : 'CARD_PROVIDER_REFUSED' });
        const isDecline = status === 402 && endpoint === 'POST /v1/setup_intents';
        if (!isMissing && !isDecline) expect(await countRefusals()).toBe(before + 1);
        await billing.sandbox.clearFaults();
      }
      await expect(send()).resolves.toBeDefined();
    },
  );

  it.each(['jos\u00e9@example.com', 'ann\u200b@example.com', 'ann@b\u00fccher.example'])(
    'creates the customer without the address %j, which the provider refuses',
    async (email) => {
      const before = await countRefusals();
      const buyerId = randomUUID();
      const { setupIntentId } = await setup(buyerId, email);
      const { customer } = await billing.sandbox.get(`/v1/setup_intents/${setupIntentId}`);
      expect(await billing.sandbox.get(`/v1/customers/${String(customer)}`)).toMatchObject({
        email: null,
        metadata: { buyer_id: buyerId },
      });
      expect(await countRefusals()).toBe(before);
      expect(JSON.stringify(billing.log)).not.toContain(email);
    },
  );

  it('asks for another card where the provider refuses the saved one', async () => {
    const { buyerId } = await billing.createBuyer();
    await billing.requireAuthentication(buyerId);
    await refuse('POST /v1/setup_intents', 400, { code: 'resource_missing', param: 'payment_method' });
    await expect(billing.commands.send(createCardAuthentication, { buyerId })).rejects.toMatchObject({
      code: 'CARD_NEEDS_REPLACEMENT',
    });
  });

  const waitForAlarm = (before: number) => eventually(async () => (await countRefusals()) > before);

  it.each<[Endpoint, number]>([
    ['POST /v1/payment_intents', 400],
    ['POST /v1/payment_intents', 403],
    ['POST /v1/payment_intents/*/confirm', 400],
    ['POST /v1/payment_intents/*/confirm', 403],
  ])('%s with %i: the charge raises the alarm and is given up, never sold', async (endpoint, status) => {
    const { buyerId } = await billing.createBuyer();
    const before = await countRefusals();
    await refuse(endpoint, status);
    const offerId = await billing.charge(buyerId);
    await waitForAlarm(before);
    await billing.passAnHour(offerId, 'updated_at');
    const { decline_code: code } = await billing.waitForStatus(offerId, 'failed');
    expect(code).toBe('gave_up');
  });

  it.each<[Endpoint]>([['GET /v1/payment_intents/*'], ['POST /v1/payment_intents/*/cancel']])(
    '%s: the charge stays unknown with an alarm until the provider answers',
    async (endpoint) => {
      const { buyerId } = await billing.createBuyer();
      const before = await countRefusals();
      await refuse('POST /v1/payment_intents/*/confirm', 500);
      await refuse(endpoint, 400);
      const offerId = await billing.charge(buyerId);
      await billing.passAnHour(offerId, 'updated_at');
      await waitForAlarm(before);
      expect(await billing.findPurchase(offerId)).toMatchObject({ status: 'unknown' });
      await billing.sandbox.clearFaults();
      await billing.waitForStatus(offerId, 'failed', 'succeeded');
    },
  );

  it.each<[Endpoint, number]>([
    ['GET /v1/customers/search', 400],
    ['GET /v1/customers/*', 400],
    ['GET /v1/customers/*/payment_methods', 400],
    ['POST /v1/payment_methods/*/detach', 400],
    ['POST /v1/customers/*', 400],
    ['POST /v1/customers/*', 403],
  ])('%s with %i: an erasure raises the alarm, and is finished later', async (endpoint, status) => {
    const { buyerId } = await billing.createBuyer();
    const before = await countRefusals();
    await refuse(endpoint, status);
    await billing.publish(buyerClosed, { buyerId, undeliveredLeadIds: [], at: new Date().toISOString() });
    await waitForAlarm(before);
    const isForgotten = async () => {
      const sql = 'SELECT 1 FROM customers WHERE buyer_id = $1 AND forgotten_at IS NOT NULL';
      return (await billing.pool.query(sql, [buyerId])).rows.length === 1;
    };
    expect(await isForgotten()).toBe(false);
    await billing.sandbox.clearFaults();
    await eventually(isForgotten);
  });

  it.each<[Endpoint]>([['POST /v1/refunds'], ['GET /v1/refunds']])(
    '%s: a refund ends with its reason or is retried, with an alarm',
    async (endpoint) => {
      const sale = await refunds.sell();
      const before = await countRefusals();
      if (endpoint === 'GET /v1/refunds') await refuse('POST /v1/refunds', 500);
      await refuse(endpoint, 400);
      await refunds.request(sale);
      await waitForAlarm(before);
      await billing.sandbox.clearFaults();
      const end = endpoint === 'GET /v1/refunds' ? 'succeeded' : 'failed';
      await refunds.waitForRefund(sale, end);
    },
  );

  it('GET /v1/refunds: a refund that cannot be read for a day fails, so that a person looks at it', async () => {
    const sale = await refunds.sell();
    await refuse('POST /v1/refunds', 500);
    await refuse('GET /v1/refunds', 400);
    await refunds.request(sale);
    await billing.pool.query(
      "UPDATE refunds SET requested_at = requested_at - interval '25 hours' WHERE purchase_id = $1",
      [sale.purchaseId],
    );
    await refunds.waitForRefund(sale, 'failed');
    expect(billing.listAlarms(sale.offerId)).toContain('refund-refused');
  });

  it.each<[Endpoint]>([
    ['GET /v1/payment_intents'],
    ['GET /v1/refunds'],
    ['GET /v1/disputes'],
    ['GET /v1/balance_transactions'],
  ])('%s: a reconciliation raises the alarm and continues later', async (endpoint) => {
    const before = await countRefusals();
    await refuse(endpoint, 400);
    const reconciliation = new ReconciliationHelper(billing);
    const { id } = await reconciliation.start();
    await waitForAlarm(before);
    await billing.sandbox.clearFaults();
    await reconciliation.waitUntilFinished(id);
  });

  it('GET /v1/events: the list of events raises the alarm and is read later', async () => {
    const before = await countRefusals();
    await refuse('GET /v1/events', 400);
    await billing.pool.query(
      "UPDATE provider_event_cursor SET next_read_at = now(), read_until = now() - interval '1 hour'",
    );
    await waitForAlarm(before);
    await billing.sandbox.clearFaults();
    await billing.readProviderEvents();
  });
});
