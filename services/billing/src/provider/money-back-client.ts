import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { interpretRefundError, type RefundErrorVerdict } from './interpret-error.js';
import { idOf, StripeClient } from './stripe-client.js';

/** Every parameter of a new refund. One idempotency key always carries the same parameters. */
export interface RefundRequest {
  readonly refundId: string;
  readonly intentId: string;
  readonly amountCents: number;
  /** Two of the provider's own reasons; it accepts none of ours. */
  readonly reason: 'duplicate' | 'requested_by_customer';
}

/** The fields of a refund that decide what became of it. */
export interface ProviderRefund {
  readonly id: string;
  /** Our id; undefined for a refund made by somebody else. */
  readonly refundId: string | undefined;
  readonly amountCents: number;
  readonly status: string;
  readonly failureReason: string | null;
  readonly createdAt: Date;
}

/** `read`: what the provider knows of the refunds of a payment, complete if `isComplete`. */
export type RefundAnswer =
  | { readonly kind: 'read'; readonly refunds: readonly ProviderRefund[]; readonly isComplete: boolean }
  | Exclude<RefundErrorVerdict, { kind: 'already-refunded' }>;

/** The fields of a dispute that we keep. */
export interface ProviderDispute {
  readonly id: string;
  readonly intentId: string | null;
  readonly amountCents: number;
  readonly status: string;
  readonly reason: string;
  readonly evidenceDueBy: Date | null;
  readonly createdAt: Date;
}

const PAGE_SIZE = 100;

/** The provider's refunds and disputes. */
@Injectable()
export class MoneyBackClient {
  constructor(private readonly stripe: StripeClient) {}

  async createRefund(request: RefundRequest, idempotencyKey: string): Promise<RefundAnswer> {
    const { refundId, intentId, amountCents, reason } = request;
    try {
      const created = await this.stripe.api.refunds.create(
        { payment_intent: intentId, amount: amountCents, reason, metadata: { refund_id: refundId } },
        { idempotencyKey },
      );
      return { kind: 'read', refunds: [toProviderRefund(created)], isComplete: false };
    } catch (error) {
      const verdict = interpretRefundError(error, 'create');
      return verdict.kind === 'already-refunded' ? this.readRefunds(intentId) : verdict;
    }
  }

  /** Reads all refunds of a payment. */
  async readRefunds(intentId: string): Promise<RefundAnswer> {
    const refunds: ProviderRefund[] = [];
    try {
      for await (const refund of this.stripe.api.refunds.list({ payment_intent: intentId, limit: PAGE_SIZE }))
        refunds.push(toProviderRefund(refund));
      return { kind: 'read', refunds, isComplete: true };
    } catch (error) {
      const verdict = interpretRefundError(error, 'read');
      if (verdict.kind === 'unknown' || verdict.kind === 'unreadable') return verdict;
      throw error;
    }
  }

  /** Rejects with the Stripe SDK's own error. */
  async getDispute(disputeId: string): Promise<ProviderDispute> {
    const source = await this.stripe.api.disputes.retrieve(disputeId);
    const { payment_intent: intent, evidence_details: details } = source;
    return {
      id: source.id,
      intentId: idOf(intent),
      amountCents: source.amount,
      status: source.status,
      reason: source.reason,
      evidenceDueBy: details.due_by === null ? null : new Date(details.due_by * 1_000),
      createdAt: new Date(source.created * 1_000),
    };
  }
}

const toProviderRefund = (source: Stripe.Refund): ProviderRefund => ({
  id: source.id,
  refundId: source.metadata?.['refund_id'],
  amountCents: source.amount,
  status: source.status ?? 'pending',
  failureReason: source.failure_reason ?? null,
  createdAt: new Date(source.created * 1_000),
});
