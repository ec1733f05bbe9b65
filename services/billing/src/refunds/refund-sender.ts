import { toCents } from '@desk/contracts';
import { crashPoint } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { PurchaseEntity } from '../charges/purchase.entity.js';
import { interpretRefundError, type RefundErrorVerdict } from '../provider/interpret-refund-error.js';
import { type ProviderRefund, RefundClient, type RefundRequest } from '../provider/refund-client.js';
import type { RefundEntity } from './refund.entity.js';

/** `read`: what the provider knows of the refunds of a payment, complete if `isComplete`. */
export type RefundAnswer =
  | { readonly kind: 'read'; readonly refunds: readonly ProviderRefund[]; readonly isComplete: boolean }
  | Exclude<RefundErrorVerdict, { kind: 'already-refunded' }>;

/** One key per refund and attempt. The same key always carries the same parameters. */
const refundKey = ({ id, createAttempt }: RefundEntity): string => `refund-${id}-create-${createAttempt}`;

/** Step 2: sends the refund, after reading what an earlier attempt may have done. */
@Injectable()
export class RefundSender {
  constructor(private readonly client: RefundClient) {}

  async send(purchase: PurchaseEntity, refund: RefundEntity, attempt: number): Promise<RefundAnswer> {
    const intentId = purchase.stripePaymentIntentId;
    if (intentId === null) throw new Error(`purchase ${purchase.id} has no payment intent`);
    if (attempt > 1 || refund.stripeRefundId !== null) {
      const known = await this.read(intentId);
      if (known.kind !== 'read' || isKnown(refund, known.refunds)) return known;
    }
    return this.create(toRequest(purchase, refund, intentId), refundKey(refund));
  }

  async read(intentId: string): Promise<RefundAnswer> {
    try {
      return { kind: 'read', refunds: await this.client.list(intentId), isComplete: true };
    } catch (error) {
      const verdict = interpretRefundError(error, 'read');
      if (verdict.kind === 'unknown' || verdict.kind === 'unreadable') return verdict;
      throw error;
    }
  }

  private async create(request: RefundRequest, key: string): Promise<RefundAnswer> {
    try {
      const created = await this.client.create(request, key);
      crashPoint('billing.after-refund-answer');
      return { kind: 'read', refunds: [created], isComplete: false };
    } catch (error) {
      const verdict = interpretRefundError(error, 'create');
      return verdict.kind === 'already-refunded' ? this.read(request.intentId) : verdict;
    }
  }
}

const isKnown = ({ id, stripeRefundId }: RefundEntity, refunds: readonly ProviderRefund[]): boolean =>
  stripeRefundId !== null || refunds.some(({ refundId }) => refundId === id);

/** Derived from rows that do not change, so that a repetition always sends the same parameters. */
const toRequest = (purchase: PurchaseEntity, refund: RefundEntity, intentId: string): RefundRequest => ({
  refundId: refund.id,
  intentId,
  amountCents: toCents(refund.amount),
  reason: refund.reason === 'duplicate-charge' ? 'duplicate' : 'requested_by_customer',
});
