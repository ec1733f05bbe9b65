import { DomainError } from '@desk/contracts';
import { InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { handledEventTypes, type ProviderEvent, toProviderEvent } from './provider-event.js';
import type { ProviderEnv } from './provider-settings.js';
import { StripeClient } from './stripe-client.js';

interface EventPage {
  readonly events: readonly ProviderEvent[];
  /** Whether older events of the window were left out. */
  readonly isTruncated: boolean;
}

const PAGE_SIZE = 100;
/** Rejects older signatures, so that a captured event cannot be replayed. */
const MAX_SIGNATURE_AGE_SECONDS = 300;

/** The provider's events, as its webhooks bring them and as it lists them for 30 days. */
@Injectable()
export class EventClient {
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

  /** Returns the events created in a window, `from` included and `to` excluded, newest first. Seconds since the epoch. */
  async list(from: number, to: number, maxEvents: number): Promise<EventPage> {
    const events: ProviderEvent[] = [];
    const pages = this.stripe.api.events.list({
      created: { gte: from, lt: to },
      types: handledEventTypes,
      limit: PAGE_SIZE,
    });
    for await (const event of pages) {
      if (events.length === maxEvents) return { events, isTruncated: true };
      events.push(toProviderEvent(event));
    }
    return { events, isTruncated: false };
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
