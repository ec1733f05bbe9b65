import type { Message } from '@desk/bullmq-transport';
import { Transactions, type Tx } from '@desk/outbox';
import { crashPoint, InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { LeadRouterEnv } from '../env.js';
import { LeadEntity } from '../intake/lead.entity.js';
import { leadTransitions } from '../intake/lead-transitions.js';
import { reserve } from './reserve.js';
import { RoutingRepository, type WaitingLeadCursor } from './routing.repository.js';

/** Waiting leads per run. The sweeper continues with the rest. */
const MAX_WAITING_LEADS = 200;

const START: WaitingLeadCursor = { createdAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

@Injectable()
export class RoutingService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: RoutingRepository,
    @InjectEnv() private readonly env: LeadRouterEnv,
  ) {}

  /** Reserves one lead for a buyer. Does nothing unless the lead is available. */
  async routeLead(leadId: string, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      const lead = await this.repository.lockAvailable(tx, leadId);
      if (lead) await this.reserveOrExpire(tx, lead);
    });
    crashPoint('lead-router.after-reserve');
  }

  /** Routes waiting leads, oldest first, until no buyer is eligible or no lead is left. One transaction per lead. */
  async routeWaiting(): Promise<void> {
    let cursor = START;
    for (let count = 0; count < MAX_WAITING_LEADS; count += 1) {
      const next = await this.transactions.run((tx) => this.routeNextWaiting(tx, cursor));
      if (!next) return;
      cursor = next;
    }
  }

  private async routeNextWaiting(tx: Tx, after: WaitingLeadCursor): Promise<WaitingLeadCursor | undefined> {
    const next = await this.repository.lockNextWaiting(tx, after);
    if (next) await this.reserveOrExpire(tx, next.lead);
    return next?.cursor;
  }

  private async reserveOrExpire(tx: Tx, lead: LeadEntity): Promise<void> {
    const ageMs = Date.now() - lead.createdAt.getTime();
    if (ageMs < this.env.LEAD_MAX_AGE_HOURS * 3_600_000) await reserve(tx, lead, { mayWait: true });
    else
      await tx.manager.update(LeadEntity, lead.id, { status: leadTransitions.move(lead.status, 'expired') });
  }
}
