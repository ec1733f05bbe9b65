import type { PurchaseState } from '@desk/contracts';
import { defineEntity } from '@desk/service-kit';

/** One charge of one buyer for one lead. Card and customer are a copy from the moment of the request. */
export interface PurchaseEntity {
  id: string;
  offerId: string;
  userId: string;
  leadId: string;
  /** decimal(10,2): '80.00'. */
  amount: string;
  currency: string;
  status: PurchaseState;
  /** Committed before confirmation. Only the committed intent is ever confirmed. */
  stripePaymentIntentId: string | null;
  stripePaymentMethodId: string | null;
  stripeCustomerId: string | null;
  cardVersion: number;
  /** Counts from 1 and is part of the next creation's idempotency key. */
  createAttempt: number;
  /** Counts from 1 and is part of the next confirmation's idempotency key. */
  confirmAttempt: number;
  /** Number of the last published `billing.resolve-charge`; 0 if there is none. */
  resolveAttempt: number;
  declineCode: string | null;
  /** The refund or dispute that `billing.lead-refunded` named. Null unless given back. */
  givenBackBy: string | null;
  /** Set before the intent is canceled at the provider. Becomes the decline code once it is. */
  cancelCode: string | null;
  firstRequestedAt: Date;
  /** Time during which the provider did not answer, up to the last answer. */
  unansweredMs: number;
  /** Since then the provider has not answered; null if it did. */
  unansweredSince: Date | null;
  purchasedAt: Date | null;
  createdAt: Date;
}

export const PurchaseEntity = defineEntity<PurchaseEntity>('purchases', 'id', {
  uuid: ['id', 'offerId', 'userId', 'leadId', 'givenBackBy'],
  numeric: ['amount'],
  text: [
    ...['currency', 'status', 'stripePaymentIntentId', 'stripePaymentMethodId'],
    ...['stripeCustomerId', 'declineCode', 'cancelCode'],
  ],
  integer: ['cardVersion', 'createAttempt', 'confirmAttempt', 'resolveAttempt', 'unansweredMs'],
  timestamptz: ['firstRequestedAt', 'unansweredSince', 'purchasedAt', 'createdAt'],
} as const);
