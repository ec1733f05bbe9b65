import { leadRefunded, leadRefundFailed } from '@desk/contracts';
import { OutboxRelay } from '@desk/outbox';
import { countCommitted, HealthServer } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';

/** Announced by a message in the transaction that records it. */
const announced: Readonly<Record<string, string>> = {
  [leadRefunded.name]: 'given-back',
  [leadRefundFailed.name]: 'returned',
};

/** Counts what became of refunds. `returned`: the money came back to us, after a refund failed or a dispute was won. */
@Injectable()
export class RefundMetrics {
  private readonly refunds: Counter<'outcome'>;

  constructor(relay: OutboxRelay, { metrics }: HealthServer) {
    this.refunds = new Counter({
      name: 'refunds_total',
      help: 'Refunds by outcome; lost disputes count as given back',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    countCommitted(relay, this.refunds, announced);
    for (const outcome of ['failed', 'canceled']) this.refunds.inc({ outcome }, 0);
  }

  /** Counts a refund that ended without money. */
  countEnded(outcome: 'failed' | 'canceled'): void {
    this.refunds.inc({ outcome });
  }
}
