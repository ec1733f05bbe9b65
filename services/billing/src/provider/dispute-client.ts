import { Injectable } from '@nestjs/common';
import { StripeClient } from './stripe-client.js';

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

/** The provider's disputes. Rejects with the Stripe SDK's own error. */
@Injectable()
export class DisputeClient {
  constructor(private readonly stripe: StripeClient) {}

  async get(disputeId: string): Promise<ProviderDispute> {
    const source = await this.stripe.api.disputes.retrieve(disputeId);
    const { payment_intent: intent, evidence_details: details } = source;
    return {
      id: source.id,
      intentId: typeof intent === 'string' ? intent : (intent?.id ?? null),
      amountCents: source.amount,
      status: source.status,
      reason: source.reason,
      evidenceDueBy: details.due_by === null ? null : new Date(details.due_by * 1_000),
      createdAt: new Date(source.created * 1_000),
    };
  }
}
