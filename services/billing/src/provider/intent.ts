import type Stripe from 'stripe';

/** The fields of a payment intent that decide the outcome of a charge. */
export interface Intent {
  readonly id: string;
  readonly status: Stripe.PaymentIntent.Status;
  readonly amount: number;
  readonly amountReceived: number;
  readonly currency: string;
  readonly customerId: string | null;
  readonly offerId: string | undefined;
  readonly leadId: string | undefined;
  readonly purchaseId: string | undefined;
  /** Why the last confirmation failed. */
  readonly failure: { readonly type: string; readonly code: string } | null;
}

export function toIntent(source: Stripe.PaymentIntent): Intent {
  const { customer, last_payment_error: error, metadata } = source;
  return {
    id: source.id,
    status: source.status,
    amount: source.amount,
    amountReceived: source.amount_received,
    currency: source.currency,
    customerId: typeof customer === 'string' ? customer : (customer?.id ?? null),
    offerId: metadata['offer_id'],
    leadId: metadata['lead_id'],
    purchaseId: metadata['purchase_id'],
    failure: error && { type: error.type, code: error.decline_code ?? error.code ?? error.type },
  };
}
