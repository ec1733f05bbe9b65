import { DomainError } from '@desk/contracts';
import { InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import type { BillingEnv } from '../env.js';
import { StripeClient } from './stripe-client.js';

/** Rejects older signatures, so that a captured event cannot be replayed. */
const MAX_SIGNATURE_AGE_SECONDS = 300;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The stored part of an event. It holds no personal data; everything else is read from the provider. */
export interface ProviderEventSummary {
  readonly objectId: string | null;
  /** Seconds since the epoch, by the provider's clock. */
  readonly created: number;
  /** The `offer_id` in the metadata of our payment intents. */
  readonly offerId: string | null;
}

export interface VerifiedEvent {
  readonly id: string;
  readonly type: string;
  readonly summary: ProviderEventSummary;
}

@Injectable()
export class WebhookVerifier {
  constructor(
    private readonly stripe: StripeClient,
    @InjectEnv() private readonly env: Pick<BillingEnv, 'STRIPE_WEBHOOK_SECRET'>,
  ) {}

  /** @throws INVALID_SIGNATURE unless one of the secrets signed exactly these bytes, recently */
  verify(rawBody: string, signature: string): VerifiedEvent {
    for (const secret of this.env.STRIPE_WEBHOOK_SECRET) {
      const event = this.readSigned(rawBody, signature, secret);
      if (event)
        return { id: event.id, type: event.type, summary: summarize(event.created, event.data.object) };
    }
    throw new DomainError('INVALID_SIGNATURE');
  }

  private readSigned(rawBody: string, signature: string, secret: string): Stripe.Event | undefined {
    try {
      return this.stripe.webhooks.constructEvent(rawBody, signature, secret, MAX_SIGNATURE_AGE_SECONDS);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined;
      throw error;
    }
  }
}

function summarize(created: number, object: object): ProviderEventSummary {
  const { id, metadata } = object as { id?: unknown; metadata?: Record<string, unknown> | null };
  const offerId = metadata?.['offer_id'];
  return {
    created,
    objectId: typeof id === 'string' ? id : null,
    offerId: typeof offerId === 'string' && UUID.test(offerId) ? offerId : null,
  };
}
