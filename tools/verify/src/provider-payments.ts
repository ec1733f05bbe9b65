import { Stripe } from 'stripe';
import type { ListedPayment, ProviderSide } from './compare-payments.js';
import type { Window } from './payment.js';

const EXPANDED = 'latest_charge';

/** The succeeded payments for offers in the provider's own list, with what was refunded of them. */
export class ProviderPayments implements ProviderSide {
  constructor(private readonly stripe: Stripe) {}

  async list({ from, to }: Window): Promise<ListedPayment[]> {
    const created = { ...(from && { gte: toSeconds(from) }), ...(to && { lt: toSeconds(to) }) };
    const payments: ListedPayment[] = [];
    for await (const intent of this.stripe.paymentIntents.list({
      ...{ limit: 100, created, expand: [`data.${EXPANDED}`] },
    }))
      payments.push(...toPayments(intent));
    return payments;
  }

  async find(intentId: string): Promise<ListedPayment | undefined> {
    try {
      const [payment] = toPayments(
        await this.stripe.paymentIntents.retrieve(intentId, { expand: [EXPANDED] }),
      );
      return payment;
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
        return undefined;
      throw error;
    }
  }
}

const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000);

/** Returns nothing for an intent that was not paid, or that is not for an offer. */
function toPayments(intent: Stripe.PaymentIntent): ListedPayment[] {
  const {
    id: intentId,
    status,
    metadata,
    amount_received: amountCents,
    created,
    latest_charge: charge,
  } = intent;
  const offerId = metadata['offer_id'];
  if (status !== 'succeeded' || offerId === undefined) return [];
  const refundedCents = typeof charge === 'object' ? (charge?.amount_refunded ?? 0) : 0;
  return [{ intentId, offerId, amountCents, refundedCents, createdAt: new Date(created * 1_000) }];
}
