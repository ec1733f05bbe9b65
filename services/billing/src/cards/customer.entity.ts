import { defineEntity } from '@desk/service-kit';

/** A buyer's customer record at the card provider, and the card on file. */
export interface CustomerEntity {
  buyerId: string;
  /** Null until the provider has created the customer. */
  stripeCustomerId: string | null;
  stripePaymentMethodId: string | null;
  cardBrand: string | null;
  cardLast4: string | null;
  cardExpMonth: number | null;
  cardExpYear: number | null;
  /** Incremented with each saved card, so that a declined charge disables only the card it was attempted on. */
  cardVersion: number;
  cardUsable: boolean;
  /** Why the card is unusable; null if it is usable, or the reason is not known. */
  declineCode: string | null;
  /** From then on no card may be saved or charged. */
  erasedAt: Date | null;
  /** When the provider was found to keep no card of an erased buyer. */
  forgottenAt: Date | null;
}

export const CustomerEntity = defineEntity<CustomerEntity>('customers', 'buyerId', {
  uuid: ['buyerId'],
  text: ['stripeCustomerId', 'stripePaymentMethodId', 'cardBrand', 'cardLast4', 'declineCode'],
  integer: ['cardExpMonth', 'cardExpYear', 'cardVersion'],
  boolean: ['cardUsable'],
  timestamptz: ['erasedAt', 'forgottenAt'],
});
