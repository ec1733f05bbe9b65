import { chargeOffer, leadSold } from '@desk/contracts';
import { OutboxRelay } from '@desk/outbox';
import { HealthServer } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Counter } from 'prom-client';

/** Announced by a message in the transaction that records it. */
const announced: Readonly<Record<string, string>> = {
  [chargeOffer.name]: 'offered',
  [leadSold.name]: 'sold',
};

/** Counts what becomes of leads after they were accepted. A lead may be offered several times. */
@Injectable()
export class LeadMetrics implements OnModuleInit {
  private readonly leads: Counter<'outcome'>;

  constructor(
    private readonly relay: OutboxRelay,
    { metrics }: HealthServer,
  ) {
    this.leads = new Counter({
      name: 'leads_total',
      help: 'Leads by outcome: offered to a buyer, sold, or expired',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    for (const outcome of [...Object.values(announced), 'expired']) this.leads.inc({ outcome }, 0);
  }

  onModuleInit(): void {
    this.relay.onCommitted((name) => {
      const outcome = announced[name];
      if (outcome !== undefined) this.leads.inc({ outcome });
    });
  }

  countExpired(leads: number): void {
    this.leads.inc({ outcome: 'expired' }, leads);
  }
}
