import type { Stripe } from 'stripe';

/** A succeeded payment, as our database or the provider records it. */
export interface Payment {
  readonly intentId: string;
  readonly offerId: string;
  readonly amountCents: number;
}

export interface PaymentFault {
  readonly intent: string;
  readonly fault: string;
}

/** Returns the differences between our payments and the provider's. */
export function comparePayments(ours: readonly Payment[], theirs: readonly Payment[]): PaymentFault[] {
  const faults: PaymentFault[] = [];
  const unmatched = new Map(theirs.map((payment) => [payment.intentId, payment]));
  for (const { intentId, offerId, amountCents } of ours) {
    const match = unmatched.get(intentId);
    unmatched.delete(intentId);
    if (!match) faults.push({ intent: intentId, fault: 'paid in our database, but not at the provider' });
    else if (match.amountCents !== amountCents || match.offerId !== offerId)
      faults.push({ intent: intentId, fault: 'amount or offer differs' });
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

/** Reads every succeeded payment for an offer from the provider's list. */
export async function readProviderPayments(stripe: Stripe): Promise<Payment[]> {
  const payments: Payment[] = [];
  for await (const intent of stripe.paymentIntents.list({ limit: 100 })) {
    const offerId = intent.metadata['offer_id'];
    if (intent.status === 'succeeded' && offerId !== undefined)
      payments.push({ intentId: intent.id, offerId, amountCents: intent.amount_received });
  }
  return payments;
}
