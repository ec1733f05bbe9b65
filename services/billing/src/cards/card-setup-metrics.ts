import { HealthServer } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';

const outcomes = ['started', 'failed', 'canceled', 'refused', 'proof-asked'] as const;
export type CardSetupOutcome = (typeof outcomes)[number];

/** Counts set-ups of cards, so that card testing is noticed. */
@Injectable()
export class CardSetupMetrics {
  private readonly setups: Counter<'outcome'>;

  constructor({ metrics }: HealthServer) {
    this.setups = new Counter({
      name: 'card_setups_total',
      help: 'Set-ups of cards that were started, refused by a limit or asked for a proof of work, failed, or were canceled',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    for (const outcome of outcomes) this.setups.inc({ outcome }, 0);
  }

  count(outcome: CardSetupOutcome): void {
    this.setups.inc({ outcome });
  }
}
