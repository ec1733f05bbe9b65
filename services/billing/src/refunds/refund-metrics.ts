import { leadRefunded, type RefundState } from '@desk/contracts';
import { OutboxRelay } from '@desk/outbox';
import { countCommitted, HealthServer } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';

/** Outcomes that a message announces, by its name. */
const announced: Readonly<Record<string, string>> = { [leadRefunded.name]: 'given-back' };

/** `returned`: the buyer's bank sent the money back, days after the refund succeeded. */
const ends = ['failed', 'canceled', 'returned'] as const;
export type RefundEnd = (typeof ends)[number];
/** The bank reversed a dispute that we had lost, so the buyer has paid again. */
const DISPUTE_REVERSED = 'dispute-reversed';

/** Returns how this change of state ended a refund without giving money back; undefined if it did not. */
export function toRefundEnd(before: RefundState, next: RefundState): RefundEnd | undefined {
  if (next !== 'failed' && next !== 'canceled') return undefined;
  return before === 'succeeded' ? 'returned' : next;
}

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
    for (const outcome of [...ends, DISPUTE_REVERSED]) this.refunds.inc({ outcome }, 0);
  }

  /** Counts a refund that ended without giving money back. Called after the commit. */
  countEnded(outcome: RefundEnd): void {
    this.refunds.inc({ outcome });
  }

  /** Called after the commit. */
  countReversedDispute(): void {
    this.refunds.inc({ outcome: DISPUTE_REVERSED });
  }
}
