import { array, boolean, number, string, type InferType } from 'yup';
import { decimal, flag, instant, oneOf, strictObject, uuid } from '../primitives.js';
import { purchaseStates } from './billing.values.js';
import { cardRecoveries } from './card-recovery.values.js';
import { refundSchema } from './refunds.http.js';

/** Card details that may be shown. The number never reaches us. */
export const cardSummarySchema = strictObject({
  brand: string().max(40).required(),
  last4: string()
    .matches(/^\d{4}$/)
    .required(),
  expMonth: number().integer().min(1).max(12).required(),
  expYear: number().integer().min(2000).max(2100).required(),
});

/** A paid purchase. `amount` is a decimal(10,2) string in dollars. */
export const paymentSchema = strictObject({
  id: uuid(),
  offerId: uuid(),
  userId: uuid(),
  leadId: uuid(),
  amount: decimal(),
  status: oneOf(['succeeded', 'refunded']).required(),
  stripePaymentIntentId: string().max(255).required(),
  purchasedAt: instant(),
  /** The last refund, if any. */
  refund: refundSchema.optional().default(undefined),
});

/** A charge in any state, for its lead's timeline. */
export const purchaseSchema = strictObject({
  id: uuid(),
  offerId: uuid(),
  userId: uuid(),
  leadId: uuid(),
  amount: decimal(),
  status: oneOf(purchaseStates).required(),
  declineCode: string().max(100).nullable().defined(),
  stripePaymentIntentId: string().max(255).nullable().defined(),
  requestedAt: instant(),
  purchasedAt: instant().nullable(),
  /** Oldest first. */
  refunds: array(refundSchema).required(),
});
export type Purchase = InferType<typeof purchaseSchema>;

/** Response to the card provider's webhooks. A 2xx stops its retries. */
export const receivedAnswer = strictObject({ received: boolean().oneOf([true]).required() });

/** The card on file, if any. `usable` is false after a declined charge until the card is retried, renewed or replaced. */
export const cardAnswer = strictObject({
  card: cardSummarySchema.nullable().defined(),
  usable: flag(),
  /** What would make the card usable again; null if it is. */
  recovery: oneOf(cardRecoveries).nullable().defined(),
});
/** For the page script of the card provider, which asks the card's owner to confirm. */
export const cardAuthenticationAnswer = strictObject({
  clientSecret: string().required(),
  paymentMethodId: string().required(),
});
export type CardOnFile = InferType<typeof cardAnswer>;
