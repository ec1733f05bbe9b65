import { leadUndeliverable } from '@desk/contracts';
import { eventually } from '@desk/testing';
import type { Outcome } from './observe-outcome.js';
import { type Context, REFUND, refundedBy, type Row, SOLD } from './outcome-row.js';
import type { Sale } from './refund-helper.js';

const refund =
  (card?: string, after?: (context: Context, sale: Sale) => Promise<unknown>): Row['act'] =>
  async (context) => {
    const sale = await context.refunds.sell(card);
    await context.billing.publish(leadUndeliverable, sale.undeliverable);
    await after?.(context, sale);
    return sale;
  };

export const refundRows: readonly Row[] = [
  { name: 'a refund of an undeliverable lead', act: refund(), outcome: refundedBy('undeliverable') },
  {
    name: 'a refund by an admin',
    act: async ({ refunds }) => {
      const sale = await refunds.sell();
      await refunds.request(sale);
      return sale;
    },
    outcome: refundedBy('goodwill'),
  },
  {
    name: "a refund in the provider's dashboard",
    act: async ({ billing, refunds }) => {
      const sale = await refunds.sell();
      await refunds.refundAtProvider(sale);
      await billing.readProviderEvents();
      return sale;
    },
    outcome: refundedBy('made-at-provider'),
  },
  {
    name: 'a refund that the provider refuses',
    act: async (context) => {
      await context.billing.sandbox.addFault({ match: REFUND, kind: 'status', status: 400, times: 1 });
      return refund()(context);
    },
    outcome: { ...SOLD, refunds: ['undeliverable failed'] },
  },
  {
    name: 'a refund that is pending at first',
    act: refund('pm_card_pendingRefund', async ({ billing, refunds }, sale) => {
      await refunds.waitForRefund(sale, 'pending');
      await eventually(async () => (await refunds.listAtProvider(sale))[0]?.status === 'succeeded');
      await billing.readProviderEvents();
    }),
    outcome: refundedBy('undeliverable'),
  },
  {
    name: 'a refund whose money comes back',
    act: refund('pm_card_refundFail', async ({ billing, refunds }, sale) => {
      await refunds.waitForPurchase(sale, 'refunded');
      await eventually(async () => (await refunds.listAtProvider(sale))[0]?.status === 'failed');
      await billing.readProviderEvents();
    }),
    outcome: {
      ...SOLD,
      refunds: ['undeliverable failed'],
      refundsAtProvider: ['failed'],
      messages: ['lead-refund-failed', 'lead-refunded', 'offer-charged'],
    },
  },
  {
    name: 'a refund that somebody else made first',
    act: async ({ billing, refunds }) => {
      const sale = await refunds.sell();
      await billing.sandbox.addFault({ match: REFUND, kind: 'status', status: 429 });
      await billing.publish(leadUndeliverable, sale.undeliverable);
      await eventually(async () => ((await refunds.list(sale))[0]?.resolve_attempt ?? 0) >= 2);
      await billing.sandbox.clearFaults();
      await refunds.refundAtProvider(sale);
      return sale;
    },
    outcome: {
      ...refundedBy('made-at-provider'),
      refunds: ['made-at-provider succeeded', 'undeliverable canceled'],
    },
  },
];

const dispute =
  (...evidence: string[]) =>
  async ({ billing, refunds }: Context): Promise<Sale> => {
    const sale = await refunds.sell('pm_card_createDispute');
    await billing.readProviderEvents();
    const id = await eventually(async () => {
      const { rows } = await billing.pool.query<{ id: string }>(
        'SELECT stripe_dispute_id AS id FROM disputes WHERE purchase_id = $1',
        [sale.purchaseId],
      );
      return rows[0]?.id ?? false;
    });
    for (const text of evidence)
      await billing.sandbox.post(`/v1/disputes/${id}`, { 'evidence[uncategorized_text]': text });
    if (evidence.length > 0) await billing.readProviderEvents();
    return sale;
  };
/** The bank reverses its decision after the purchase counts as refunded. */
const reversedDispute: Row['act'] = async (context) => {
  const sale = await dispute('losing_evidence')(context);
  await context.refunds.waitForPurchase(sale, 'refunded');
  const { data } = await context.billing.sandbox.get(`/v1/disputes?payment_intent=${sale.intentId}`);
  const [lost] = data as { id: string }[];
  await context.billing.sandbox.post(`/sandbox/disputes/${lost?.id}/reverse`);
  await context.billing.readProviderEvents();
  return sale;
};
const disputed = (status: string): Outcome => ({
  ...SOLD,
  dispute: status,
  messages: ['buyer-review-changed', 'offer-charged'],
});

export const disputeRows: readonly Row[] = [
  { name: 'a dispute that needs an answer', act: dispute(), outcome: disputed('needs_response') },
  { name: 'a dispute under review', act: dispute('A receipt.'), outcome: disputed('under_review') },
  { name: 'a dispute that is won', act: dispute('winning_evidence'), outcome: disputed('won') },
  {
    name: 'a dispute that is lost',
    act: dispute('A receipt.', 'losing_evidence'),
    outcome: {
      ...disputed('lost'),
      purchase: 'refunded',
      totalCents: 0,
      messages: ['buyer-review-changed', 'lead-refunded', 'offer-charged'],
    },
  },
  {
    name: 'a lost dispute that the bank decides in our favor after all',
    act: reversedDispute,
    outcome: {
      ...disputed('won'),
      messages: ['buyer-review-changed', 'lead-refund-failed', 'lead-refunded', 'offer-charged'],
    },
  },
];

/** Must be the last: the next reading of events completes it, which changes the totals. */
export const pendingRefundRow: Row = {
  name: 'a refund that the provider reports as pending',
  act: refund('pm_card_pendingRefund', ({ refunds }, sale) => refunds.waitForRefund(sale, 'pending')),
  outcome: { ...SOLD, refunds: ['undeliverable pending'], refundsAtProvider: ['succeeded'] },
};
