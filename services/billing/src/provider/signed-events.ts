import { DomainError } from '@desk/contracts';
import { InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import type { EventSummary } from '../database/entities/provider-event.entity.js';
import type { BillingEnv } from '../env.js';
import { StripeClient } from './stripe-client.js';

/** Older signatures are refused, so that a copied event cannot be sent again later. */
const TOLERANCE_SECONDS = 300;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface SignedEvent {
  readonly id: string;
  readonly type: string;
  readonly summary: EventSummary;
}

/** Opens what the provider sent us. */
@Injectable()
export class WebhookVerifier {
  constructor(
    private readonly stripe: StripeClient,
    @InjectEnv() private readonly env: Pick<BillingEnv, 'STRIPE_WEBHOOK_SECRET'>,
  ) {}

  /** Throws INVALID_SIGNATURE unless the signature is the provider's, over exactly these bytes, and recent. */
  open(rawBody: string, signature: string): SignedEvent {
    try {
      const { webhooks } = this.stripe.api;
      const secret = this.env.STRIPE_WEBHOOK_SECRET;
      const event = webhooks.constructEvent(rawBody, signature, secret, TOLERANCE_SECONDS);
      return { id: event.id, type: event.type, summary: summaryOf(event.created, event.data.object) };
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError)
        throw new DomainError('INVALID_SIGNATURE');
      throw error;
    }
  }
}

function summaryOf(created: number, object: object): EventSummary {
  const { id, metadata } = object as { id?: unknown; metadata?: Record<string, unknown> | null };
  const offerId = metadata?.['offer_id'];
  return {
    created,
    objectId: typeof id === 'string' ? id : null,
    offerId: typeof offerId === 'string' && UUID.test(offerId) ? offerId : null,
  };
}
