import { chargeOffer, leadSold } from '@desk/contracts';
import { OutboxRelay } from '@desk/outbox';
import { countCommitted, HealthServer } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';

/** The outcome that each message announces, by the message's name. */
const announced: Readonly<Record<string, string>> = {
  [chargeOffer.name]: 'offered',
  [leadSold.name]: 'sold',
};

/** Counts what becomes of leads after they were accepted. A lead may be offered several times. */
@Injectable()
export class LeadMetrics {
  private readonly leads: Counter<'outcome'>;

  constructor(relay: OutboxRelay, { metrics }: HealthServer) {
    this.leads = new Counter({
      name: 'leads_total',
      help: 'Leads by outcome: offered to a buyer, sold, expired, or withdrawn by an admin',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    countCommitted(relay, this.leads, announced);
    this.leads.inc({ outcome: 'expired' }, 0);
    this.leads.inc({ outcome: 'withdrawn' }, 0);
  }

  countExpired(leads: number): void {
    this.leads.inc({ outcome: 'expired' }, leads);
  }

  countWithdrawn(): void {
    this.leads.inc({ outcome: 'withdrawn' });
  }
}
