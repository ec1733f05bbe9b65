import { type InferType, string } from 'yup';
import { flag, oneOf, strictObject } from '../primitives.js';
import { cardRecoveries } from './card-recovery.values.js';
import { cardSummarySchema } from './billing.schemas.js';

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
