import { toCents } from '@desk/contracts';
import type { ProviderStep } from '../provider/interpret-error.js';
import type { IntentRequest } from '../provider/payment-intent-client.js';
import type { ExpectedIntent, Verdict } from '../provider/verdict.js';
import type { PurchaseEntity } from './purchase.entity.js';

/** What one call to the provider meant for a purchase. */
export interface StepResult {
  readonly purchase: PurchaseEntity;
  readonly step: ProviderStep;
  readonly verdict: Verdict;
}

/** Derives the request from the purchase alone, so that a repetition always sends the same parameters. */
export function toIntentRequest(purchase: PurchaseEntity): IntentRequest {
  const { stripeCustomerId: customerId, stripePaymentMethodId: paymentMethodId } = purchase;
  if (customerId === null || paymentMethodId === null) throw new Error(`purchase ${purchase.id} has no card`);
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

export const toExpectedIntent = (purchase: PurchaseEntity): ExpectedIntent => ({
  ...toIntentRequest(purchase),
  cancelCode: purchase.cancelCode,
});
