import { Injectable } from '@nestjs/common';
import { type ProviderEvent, toProviderEvent } from './event-summary.js';
import { handledEventTypes } from './event-types.js';
import { StripeClient } from './stripe-client.js';

export interface EventPage {
  readonly events: readonly ProviderEvent[];
  /** Whether older events of the window were left out. */
  readonly isTruncated: boolean;
}

const PAGE_SIZE = 100;

/** The provider's list of events, which it keeps for 30 days. */
@Injectable()
export class EventClient {
  constructor(private readonly stripe: StripeClient) {}

  /** Returns the events created in a window, `from` included and `to` excluded, newest first. Seconds since the epoch. */
  async list(from: number, to: number, maxEvents: number): Promise<EventPage> {
    const events: ProviderEvent[] = [];
    const pages = this.stripe.api.events.list({
      created: { gte: from, lt: to },
      types: [...handledEventTypes],
      limit: PAGE_SIZE,
    });
    for await (const event of pages) {
      if (events.length === maxEvents) return { events, isTruncated: true };
      events.push(toProviderEvent(event));
    }
    return { events, isTruncated: false };
  }
}
