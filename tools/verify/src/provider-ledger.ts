import type { Stripe } from 'stripe';

/** One payment as one side knows it. */
export interface Payment {
  readonly intentId: string;
  readonly offerId: string;
  readonly amountCents: number;
}

export interface LedgerFault {
  readonly intent: string;
  readonly fault: string;
}

/**
 * Every succeeded purchase is exactly one succeeded payment of that amount at the provider, and the other way
 * round. Pure: both lists are given.
 */
export function compareLedgers(ours: readonly Payment[], theirs: readonly Payment[]): LedgerFault[] {
  const faults: LedgerFault[] = [];
  const byIntent = new Map(theirs.map((payment) => [payment.intentId, payment]));
  for (const { intentId, offerId, amountCents } of ours) {
    const their = byIntent.get(intentId);
    byIntent.delete(intentId);
    if (!their) faults.push({ intent: intentId, fault: 'we have it as paid, the provider has not' });
    else if (their.amountCents !== amountCents || their.offerId !== offerId)
      faults.push({ intent: intentId, fault: 'amount or offer differ' });
  }
  for (const intent of byIntent.keys())
    faults.push({ intent, fault: 'the provider has it as paid, we have not' });
  const offers = new Set<string>();
  for (const { offerId, intentId } of theirs) {
    if (offers.has(offerId)) faults.push({ intent: intentId, fault: 'its offer was charged before' });
    offers.add(offerId);
  }
  return faults;
}

/** All payments for offers that succeeded at the provider, as its own list has them. */
export async function readProviderLedger(stripe: Stripe): Promise<Payment[]> {
  const payments: Payment[] = [];
  for await (const intent of stripe.paymentIntents.list({ limit: 100 })) {
    const offerId = intent.metadata['offer_id'];
    if (intent.status === 'succeeded' && offerId !== undefined)
      payments.push({ intentId: intent.id, offerId, amountCents: intent.amount_received });
  }
  return payments;
}
