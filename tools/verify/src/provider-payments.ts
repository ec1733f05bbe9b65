import type { Stripe } from 'stripe';

/** A succeeded payment, as our database or the provider records it. */
export interface Payment {
  readonly intentId: string;
  readonly offerId: string;
  readonly amountCents: number;
  readonly refundedCents: number;
}

export interface PaymentFault {
  readonly intent: string;
  readonly fault: string;
}

/** Returns the differences between our payments and the provider's. */
export function comparePayments(ours: readonly Payment[], theirs: readonly Payment[]): PaymentFault[] {
  const faults: PaymentFault[] = [];
  const unmatched = new Map(theirs.map((payment) => [payment.intentId, payment]));
  for (const { intentId, offerId, amountCents, refundedCents } of ours) {
    const match = unmatched.get(intentId);
    unmatched.delete(intentId);
    if (!match) faults.push({ intent: intentId, fault: 'paid in our database, but not at the provider' });
    else if (match.amountCents !== amountCents || match.offerId !== offerId)
      faults.push({ intent: intentId, fault: 'amount or offer differs' });
    else if (match.refundedCents !== refundedCents)
      faults.push({
        intent: intentId,
        fault: `refunded: ${refundedCents} cents in our database, ${match.refundedCents} at the provider`,
      });
  }
  for (const intent of unmatched.keys())
    faults.push({ intent, fault: 'paid at the provider, but not in our database' });
  const chargedOffers = new Set<string>();
  for (const { offerId, intentId } of theirs) {
    if (chargedOffers.has(offerId)) faults.push({ intent: intentId, fault: 'charged its offer again' });
    chargedOffers.add(offerId);
  }
  return faults;
}

/** Reads every succeeded payment for an offer from the provider's list, with what was refunded of it. */
export async function readProviderPayments(stripe: Stripe): Promise<Payment[]> {
  const payments: Payment[] = [];
  for await (const intent of stripe.paymentIntents.list({ limit: 100, expand: ['data.latest_charge'] })) {
    const offerId = intent.metadata['offer_id'];
    if (intent.status !== 'succeeded' || offerId === undefined) continue;
    const { id: intentId, amount_received: amountCents, latest_charge: charge } = intent;
    const refundedCents = typeof charge === 'object' ? (charge?.amount_refunded ?? 0) : 0;
    payments.push({ intentId, offerId, amountCents, refundedCents });
  }
  return payments;
}
