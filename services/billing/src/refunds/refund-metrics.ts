import { leadRefunded, leadRefundFailed } from '@desk/contracts';
import { OutboxRelay } from '@desk/outbox';
import { HealthServer } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Counter } from 'prom-client';

/** Announced by a message in the transaction that records it. */
const announced: Readonly<Record<string, string>> = {
  [leadRefunded.name]: 'given-back',
  [leadRefundFailed.name]: 'returned',
};

/** Counts what became of refunds. `returned`: the buyer's bank sent the money back to us. */
@Injectable()
export class RefundMetrics implements OnModuleInit {
  private readonly refunds: Counter<'outcome'>;

  constructor(
    private readonly relay: OutboxRelay,
    { metrics }: HealthServer,
  ) {
    this.refunds = new Counter({
      name: 'refunds_total',
      help: 'Refunds by outcome; lost disputes count as given back',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    for (const outcome of [...Object.values(announced), 'failed', 'canceled'])
      this.refunds.inc({ outcome }, 0);
  }

  onModuleInit(): void {
    this.relay.onCommitted((name) => {
      const outcome = announced[name];
      if (outcome !== undefined) this.refunds.inc({ outcome });
    });
  }

  /** Counts a refund that ended without money. */
  countEnded(outcome: 'failed' | 'canceled'): void {
    this.refunds.inc({ outcome });
  }
}
