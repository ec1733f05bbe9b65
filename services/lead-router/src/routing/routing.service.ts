import type { Message } from '@desk/bullmq-transport';
import { Transactions, type Tx } from '@desk/outbox';
import { crashPoint, InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { Lead } from '../database/entities/lead.entity.js';
import type { LeadRouterEnv } from '../env.js';
import { type Reservation, reserve } from './reserve.js';
import { moveLead } from './transitions.js';

/** Waiting leads taken up in one go; the sweeper comes back for more. */
const WAITING_BATCH = 200;

interface Cursor {
  readonly createdAt: string;
  readonly id: string;
}
const START: Cursor = { createdAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

@Injectable()
export class RoutingService {
  constructor(
    private readonly transactions: Transactions,
    @InjectEnv() private readonly env: LeadRouterEnv,
  ) {}

  /** Finds a buyer for one lead. Harmless when the lead is no longer available, or gone. */
  async route(leadId: string, message: Message): Promise<void> {
    await this.transactions.once(message, async (tx) => {
      const lead = await tx.manager.findOne(Lead, {
        where: { id: leadId, status: 'available' },
        lock: { mode: 'pessimistic_write' },
      });
      if (lead) await this.reserveOrExpire(tx, lead);
    });
    crashPoint('lead-router.after-reserve');
  }

  /**
   * Offers the waiting leads, oldest first, until no buyer is open or no lead is left. Each lead is a transaction
   * of its own; a lead that another copy has in hand is passed over.
   */
  async routeWaiting(): Promise<void> {
    let cursor = START;
    for (let count = 0; count < WAITING_BATCH; count += 1) {
      const next = await this.transactions.run((tx) => this.routeNextWaiting(tx, cursor));
      if (!next) return;
      cursor = next;
    }
  }

  /** The lead it took up, or undefined when there is nothing more to do. */
  private async routeNextWaiting(tx: Tx, after: Cursor): Promise<Cursor | undefined> {
    const [waiting] = await tx.query<Cursor>(
      `SELECT id, created_at::text AS "createdAt" FROM leads
        WHERE status = 'available' AND (created_at, id) > ($1::timestamptz, $2::uuid)
          AND EXISTS (SELECT 1 FROM buyers WHERE is_open)
        ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [after.createdAt, after.id],
    );
    if (!waiting) return undefined;
    await this.reserveOrExpire(tx, await tx.manager.findOneByOrFail(Lead, { id: waiting.id }));
    return waiting;
  }

  private async reserveOrExpire(tx: Tx, lead: Lead): Promise<Reservation | 'expired'> {
    if (Date.now() - lead.createdAt.getTime() < this.env.LEAD_MAX_AGE_HOURS * 3_600_000)
      return reserve(tx, lead, { mayWait: true });
    await tx.manager.update(Lead, lead.id, { status: moveLead(lead.status, 'expired') });
    return 'expired';
  }
}
