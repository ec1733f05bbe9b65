import { toCents } from '@desk/contracts';
import type { Purchase } from '../database/entities/purchase.entity.js';
import type { IntentOrder } from '../provider/payment-intents.js';
import type { ProviderStep } from '../provider/error-verdict.js';
import type { Expectation, Verdict } from '../provider/verdict.js';

/** What the provider said of a purchase, and when it was asked. */
export interface ChargeAnswer {
  readonly purchase: Purchase;
  readonly step: ProviderStep;
  readonly verdict: Verdict;
}

/** What to order, from the purchase alone: repeated years later it would be the same. */
export function orderOf(purchase: Purchase): IntentOrder {
  const { stripeCustomerId: customerId, stripePaymentMethodId: paymentMethodId } = purchase;
  if (customerId === null || paymentMethodId === null)
    throw new Error(`purchase ${purchase.id} is to be charged without a card`);
  return {
    purchaseId: purchase.id,
    offerId: purchase.offerId,
    leadId: purchase.leadId,
    buyerId: purchase.userId,
    amountCents: toCents(purchase.amount),
    currency: purchase.currency,
    customerId,
    paymentMethodId,
  };
}

export const expectationOf = (purchase: Purchase): Expectation => ({
  ...orderOf(purchase),
  cancelCode: purchase.cancelCode,
});
