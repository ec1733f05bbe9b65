import { offerCharged, offerDeclined, resolveCharge } from '@desk/contracts';
import { OutboxRelay } from '@desk/outbox';
import { countCommitted, HealthServer } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';

/** Each outcome is announced by one message in the transaction that records it. */
const outcomes: Readonly<Record<string, string>> = {
  [offerCharged.name]: 'succeeded',
  [offerDeclined.name]: 'declined',
  [resolveCharge.name]: 'deferred',
};

/** Counts charges by their committed outcome. `deferred` counts each attempt whose outcome was unknown. */
@Injectable()
export class ChargeMetrics {
  constructor(relay: OutboxRelay, { metrics }: HealthServer) {
    const charges = new Counter({
      name: 'charges_total',
      help: 'Charges by outcome; deferred ones are counted again for each attempt',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    countCommitted(relay, charges, outcomes);
  }
}
