import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { createBuyer, getError, startHarness, type Harness } from '../../test/harness.js';
import { readSdkShapes, type SdkShapes } from '../../test/sdk-shapes.js';

/** The parameters of each call, as the SDK of the pinned API version declares them. */
const parameters: Readonly<Record<string, string>> = {
  'GET /v1/balance_transactions': 'Stripe.BalanceTransactionListParams',
  'GET /v1/charges': 'Stripe.ChargeListParams',
  'GET /v1/customers': 'Stripe.CustomerListParams',
  'GET /v1/customers/:customer': 'Stripe.CustomerRetrieveParams',
  'GET /v1/customers/:customer/payment_methods': 'Stripe.CustomerListPaymentMethodsParams',
  'GET /v1/customers/search': 'Stripe.CustomerSearchParams',
  'GET /v1/disputes': 'Stripe.DisputeListParams',
  'GET /v1/disputes/:dispute': 'Stripe.DisputeRetrieveParams',
  'GET /v1/events': 'Stripe.EventListParams',
  'GET /v1/payment_intents': 'Stripe.PaymentIntentListParams',
  'GET /v1/payment_intents/:intent': 'Stripe.PaymentIntentRetrieveParams',
  'GET /v1/payment_methods/:method': 'Stripe.PaymentMethodRetrieveParams',
  'GET /v1/refunds': 'Stripe.RefundListParams',
  'GET /v1/refunds/:refund': 'Stripe.RefundRetrieveParams',
  'GET /v1/setup_intents': 'Stripe.SetupIntentListParams',
  'GET /v1/setup_intents/:setup': 'Stripe.SetupIntentRetrieveParams',
  'POST /v1/customers': 'Stripe.CustomerCreateParams',
  'POST /v1/customers/:customer': 'Stripe.CustomerUpdateParams',
  'POST /v1/disputes/:dispute': 'Stripe.DisputeUpdateParams',
  'POST /v1/payment_intents': 'Stripe.PaymentIntentCreateParams',
  'POST /v1/payment_intents/:intent': 'Stripe.PaymentIntentUpdateParams',
  'POST /v1/payment_intents/:intent/cancel': 'Stripe.PaymentIntentCancelParams',
  'POST /v1/payment_intents/:intent/confirm': 'Stripe.PaymentIntentConfirmParams',
  'POST /v1/payment_methods/:method': 'Stripe.PaymentMethodUpdateParams',
  'POST /v1/payment_methods/:method/attach': 'Stripe.PaymentMethodAttachParams',
  'POST /v1/payment_methods/:method/detach': 'Stripe.PaymentMethodDetachParams',
  'POST /v1/refunds': 'Stripe.RefundCreateParams',
  'POST /v1/setup_intents': 'Stripe.SetupIntentCreateParams',
  'POST /v1/setup_intents/:setup/cancel': 'Stripe.SetupIntentCancelParams',
  'POST /v1/setup_intents/:setup/confirm': 'Stripe.SetupIntentConfirmParams',
};
const objects: Readonly<Record<string, string>> = {
  balance_transaction: 'Stripe.BalanceTransaction',
  charge: 'Stripe.Charge',
  customer: 'Stripe.Customer',
  deleted_customer: 'Stripe.DeletedCustomer',
  dispute: 'Stripe.Dispute',
  event: 'Stripe.PaymentIntentSucceededEvent',
  payment_intent: 'Stripe.PaymentIntent',
  payment_method: 'Stripe.PaymentMethod',
  refund: 'Stripe.Refund',
  setup_intent: 'Stripe.SetupIntent',
};
/** Parameters of earlier API versions or other calls, and misspelled ones. */
const OTHERS = ['payment_method_types', 'source', 'statement_descriptor', 'limits', 'amout', 'startingAfter'];

let harness: Harness;
let shapes: SdkShapes;
const samples: Record<string, Stripe.Response<object> | object> = {};
const ids: Record<string, string> = {};

async function createSamples({ stripe }: Harness): Promise<void> {
  const { customer, method } = await createBuyer(stripe);
  const disputing = await stripe.paymentMethods.attach('pm_card_createDispute', { customer });
  const failing = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  const create = (payment_method: string) =>
    stripe.paymentIntents.create({ amount: 8_000, currency: 'usd', customer, payment_method, confirm: true });
  const paid = await create(method);
  const refund = await stripe.refunds.create({ payment_intent: paid.id });
  const { id: setupId } = await stripe.setupIntents.create({ customer, payment_method: method });
  const setup = await stripe.setupIntents.confirm(setupId);
  await create(disputing.id);
  await getError(create(failing.id));
  const gone = await stripe.customers.create();
  await stripe.customers.del(gone.id);
  const [dispute] = (await stripe.disputes.list()).data;
  Object.assign(ids, {
    customer,
    method,
    setup: setupId,
    intent: paid.id,
    refund: refund.id,
    dispute: dispute?.id,
  });
  const declined = (await stripe.paymentIntents.list({ limit: 1 })).data[0] ?? paid;
  Object.assign(samples, {
    customer: await stripe.customers.retrieve(customer),
    deleted_customer: await stripe.customers.retrieve(gone.id),
    payment_method: await stripe.paymentMethods.retrieve(method),
    setup_intent: setup,
    payment_intent: paid,
    'payment_intent declined': declined,
    charge: (await stripe.charges.list({ payment_intent: paid.id })).data[0],
    'charge declined': (await stripe.charges.list({ payment_intent: declined.id })).data[0],
    refund: refund,
    dispute: dispute,
    event: (await stripe.events.list({ types: ['payment_intent.succeeded'] })).data[0],
  });
  for (const transaction of (await stripe.balanceTransactions.list()).data)
    samples[`balance_transaction ${transaction.type}`] = transaction;
}

beforeAll(async () => {
  harness = await startHarness();
  shapes = readSdkShapes([...Object.values(parameters), ...Object.values(objects)]);
  await createSamples(harness);
});
afterAll(() => harness.sandbox.close());

async function send(
  call: string,
  query: string,
): Promise<{ status: number; error?: Record<string, unknown> }> {
  const [method = '', path = ''] = call.split(' ');
  const url = `${harness.sandbox.url}${path.replace(/:(\w+)/, (_all, name: string) => ids[name] ?? '')}`;
  const response = await fetch(method === 'GET' ? `${url}?${query}` : url, {
    method,
    headers: {
      authorization: 'Bearer sk_test_sandbox',
      'content-type': 'application/x-www-form-urlencoded',
    },
    ...(method === 'GET' ? {} : { body: query }),
  });
  return { status: response.status, ...((await response.json()) as { error?: Record<string, unknown> }) };
}

describe('every call', () => {
  it.each(Object.keys(parameters))(
    '%s refuses the parameters that the provider does not have',
    async (call) => {
      const known = new Set(shapes.listProperties(parameters[call] ?? ''));
      const names = new Set([
        ...Object.values(parameters).flatMap((name) => shapes.listProperties(name)),
        ...OTHERS,
      ]);
      const unknown = [...names].filter((name) => !known.has(name));
      expect(unknown.length).toBeGreaterThan(OTHERS.length - 1);
      const accepted: string[] = [];
      // One at a time: a refusal names the first unknown parameter only.
      for (const name of unknown) {
        const { status, error } = await send(call, `${name}=1`);
        if (status !== 400 || !['parameter_unknown', 'parameter_missing'].includes(String(error?.['code'])))
          accepted.push(`${name}: ${status} ${String(error?.['code'])}`);
      }
      expect(accepted).toEqual([]);
    },
  );

  it.each(Object.keys(parameters).filter((call) => call.startsWith('GET')))(
    '%s refuses to expand what is not a reference',
    async (call) => {
      const query = call.endsWith('search') ? `query=${encodeURIComponent("metadata['a']:'b'")}&` : '';
      for (const path of ['nonsense', 'data.nonsense', 'metadata', 'a.b.c.d.e'])
        expect(await send(call, `${query}expand[]=${path}`)).toMatchObject({ status: 400 });
    },
  );

  const lists = Object.keys(parameters).filter((call) =>
    /^GET \/v1\/(\w+|\w+\/search|.*payment_methods)$/.test(call),
  );
  it.each(lists)('%s refuses a limit outside 1 to 100', async (call) => {
    const query = call.endsWith('search') ? `query=${encodeURIComponent("metadata['a']:'b'")}&` : '';
    for (const limit of ['0', '101', '-1', 'ten'])
      expect(await send(call, `${query}limit=${limit}`)).toMatchObject({
        status: 400,
        error: { code: 'parameter_invalid_integer', param: 'limit' },
      });
    expect((await send(call, `${query}limit=100`)).status).toBe(200);
  });
});

describe('every object', () => {
  it.each(Object.keys(objects))('has the fields that the SDK declares, and no others: %s', (kind) => {
    const found = Object.keys(samples).filter((name) => name.split(' ')[0] === kind);
    expect(found.length).toBeGreaterThan(0);
    for (const name of found)
      expect({
        name,
        differences: shapes.findDifferences(JSON.parse(JSON.stringify(samples[name])), objects[kind] ?? ''),
      }).toEqual({
        name,
        differences: [],
      });
  });

  it.each(Object.keys(objects).filter((kind) => !['event', 'deleted_customer'].includes(kind)))(
    'expands the references of %s, and nothing else',
    async (kind) => {
      const sample = Object.entries(samples).find(([name]) => name.split(' ')[0] === kind)?.[1] as Record<
        string,
        unknown
      >;
      const references = new Set(shapes.listExpandable(objects[kind] ?? ''));
      const path = kind === 'payment_method' ? '/v1/customers/:customer/payment_methods' : `/v1/${kind}s`;
      for (const field of Object.keys(sample)) {
        const { status } = await send(`GET ${path}`, `expand[]=data.${field}`);
        expect({ field, status }).toEqual({ field, status: references.has(field) ? 200 : 400 });
      }
    },
  );
});
