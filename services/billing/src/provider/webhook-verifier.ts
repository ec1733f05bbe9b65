import { DomainError } from '@desk/contracts';
import { InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import type { ProviderEnv } from './provider-settings.js';
import { type ProviderEvent, toProviderEvent } from './event-summary.js';
import { StripeClient } from './stripe-client.js';

/** Rejects older signatures, so that a captured event cannot be replayed. */
const MAX_SIGNATURE_AGE_SECONDS = 300;

@Injectable()
export class WebhookVerifier {
  constructor(
    private readonly stripe: StripeClient,
    @InjectEnv() private readonly env: Pick<ProviderEnv, 'STRIPE_WEBHOOK_SECRET'>,
  ) {}

  /** @throws INVALID_SIGNATURE unless one of the secrets signed exactly these bytes, recently */
  verify(rawBody: string, signature: string): ProviderEvent {
    for (const secret of this.env.STRIPE_WEBHOOK_SECRET) {
      const event = this.readSigned(rawBody, signature, secret);
      if (event) return toProviderEvent(event);
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
