import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { derivedColumns, TODAY } from '../buyers/eligibility.sql.js';
import { LeadEntity } from '../intake/lead.entity.js';

/** Position in the list of waiting leads. `createdAt` is PostgreSQL's text, with its microseconds. */
export interface WaitingLeadCursor {
  readonly createdAt: string;
  readonly id: string;
}

const BATCH_SIZE = 1_000;

@Injectable()
export class RoutingRepository {
  /** Locks the lead if it is available. */
  lockAvailable(tx: Tx, leadId: string): Promise<LeadEntity | null> {
    return tx.manager.findOne(LeadEntity, {
      where: { id: leadId, status: 'available' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /**
   * Locks the oldest waiting lead after the cursor. Skips leads that other copies have locked. Returns undefined if
   * there is none, or no eligible buyer.
   */
  async lockNextWaiting(
    tx: Tx,
    after: WaitingLeadCursor,
  ): Promise<{ lead: LeadEntity; cursor: WaitingLeadCursor } | undefined> {
    const [cursor] = await tx.query<WaitingLeadCursor>(
      `SELECT id, created_at::text AS "createdAt" FROM leads
        WHERE status = 'available' AND (created_at, id) > ($1::timestamptz, $2::uuid)
          AND EXISTS (SELECT 1 FROM buyers WHERE is_open)
        ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [after.createdAt, after.id],
    );
    if (!cursor) return undefined;
    return { cursor, lead: await tx.manager.findOneByOrFail(LeadEntity, { id: cursor.id }) };
  }

  async expireLeads(tx: Tx, maxAgeHours: number): Promise<void> {
    await tx.query(
      `UPDATE leads SET status = 'expired'
        WHERE id IN (SELECT id FROM leads
                      WHERE status = 'available' AND created_at < now() - make_interval(hours => $1)
                      ORDER BY created_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED)`,
      [maxAgeHours],
    );
  }

  /** Resets the daily slots of buyers whose next day has begun. Returns their ids. */
  async startNewDays(tx: Tx): Promise<string[]> {
    const buyers = await tx.query<{ id: string }>(
      `UPDATE buyers b
          SET units_day = ${TODAY}, units_used = 0, ${derivedColumns({ slotsUsedToday: '0' })}
        WHERE b.id IN (SELECT id FROM buyers WHERE reopens_at <= clock_timestamp()
                        ORDER BY reopens_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED)
          AND b.units_day < ${TODAY}
      RETURNING b.id`,
    );
    return buyers.map(({ id }) => id);
  }
}
