import { offerCharged, offerDeclined, resolveCharge } from '@desk/contracts';
import { OutboxRelay } from '@desk/outbox';
import { HealthServer } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Counter } from 'prom-client';

/** Each outcome is announced by one message in the transaction that records it. */
const outcomes: Readonly<Record<string, string>> = {
  [offerCharged.name]: 'succeeded',
  [offerDeclined.name]: 'declined',
  [resolveCharge.name]: 'deferred',
};

/** Counts charges by their committed outcome. `deferred`: it was unknown, once for each attempt. */
@Injectable()
export class ChargeMetrics implements OnModuleInit {
  private readonly charges: Counter<'outcome'>;

  constructor(
    private readonly relay: OutboxRelay,
    { metrics }: HealthServer,
  ) {
    this.charges = new Counter({
      name: 'charges_total',
      help: 'Charges by outcome; deferred ones are counted again for each attempt',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    for (const outcome of Object.values(outcomes)) this.charges.inc({ outcome }, 0);
  }

  onModuleInit(): void {
    this.relay.onCommitted((name) => {
      const outcome = outcomes[name];
      if (outcome !== undefined) this.charges.inc({ outcome });
    });
  }
}
