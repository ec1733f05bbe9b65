import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { FIND_MISPRICED, reopenDueSql } from '../buyers/eligibility.sql.js';
import { LOCK_NEXT_WAITING, LOCK_OLDEST_WAITING } from './waiting-leads.sql.js';

/** A lead that is available and locked. */
export interface WaitingLead {
  readonly id: string;
  /** Older than real-time leads may be: it expires instead of being sold. */
  readonly isTooOld: boolean;
}

export interface ReopenedBuyer {
  readonly id: string;
  readonly shouldOfferWaiting: boolean;
}

type OldestWaiting = WaitingLead | { readonly id: null; readonly areMore: boolean };

const BATCH_SIZE = 1_000;
const LOCK_AVAILABLE = prepared(
  `SELECT id, created_at < now() - $2 * interval '1 hour' AS "isTooOld"
     FROM leads WHERE id = $1 AND status = 'available' FOR UPDATE`,
);
const REOPEN_DUE = reopenDueSql();

@Injectable()
export class RoutingRepository {
  /** Locks the lead if it is available. */
  async lockAvailable(tx: Tx, leadId: string, maxAgeHours: number): Promise<WaitingLead | undefined> {
    const [lead] = await tx.query<WaitingLead>(LOCK_AVAILABLE, [leadId, maxAgeHours]);
    return lead;
  }

  /** Skips leads that other copies have locked: they are being routed. */
  async lockNextWaiting(tx: Tx, maxAgeHours: number): Promise<WaitingLead | undefined> {
    const [oldest] = await tx.query<OldestWaiting>(LOCK_OLDEST_WAITING, [maxAgeHours]);
    if (oldest === undefined || oldest.id !== null) return oldest;
    if (!oldest.areMore) return undefined;
    const [lead] = await tx.query<WaitingLead>(LOCK_NEXT_WAITING, [maxAgeHours]);
    return lead;
  }

  async expire(tx: Tx, leadId: string): Promise<void> {
    await tx.query("UPDATE leads SET status = 'expired' WHERE id = $1 AND status = 'available'", [leadId]);
  }

  async expireLeads(tx: Tx, maxAgeHours: number): Promise<number> {
    const expired = await tx.query(
      `UPDATE leads SET status = 'expired'
        WHERE id IN (SELECT id FROM leads
                      WHERE status = 'available' AND created_at < now() - $1 * interval '1 hour'
                      ORDER BY created_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED)
        RETURNING id`,
      [maxAgeHours],
    );
    return expired.length;
  }

  /** Returns false if this version of the provider's status, or a newer one, is known already. */
  async setProviderStatus(tx: Tx, version: number, isAvailable: boolean): Promise<boolean> {
    const changed = await tx.query(
      'UPDATE provider_status SET is_available = $2, version = $1 WHERE version < $1 RETURNING 1',
      [version, isAvailable],
    );
    return changed.length > 0;
  }

  /** Makes buyers due whose budgets were compared with another price. Returns whether there may be more. */
  async findMispriced(tx: Tx): Promise<boolean> {
    return (await tx.query(FIND_MISPRICED, [BATCH_SIZE])).length === BATCH_SIZE;
  }

  /** Makes some buyers eligible again whose next day has begun or whose hold has ended; none if no more are due. */
  reopenDue(tx: Tx): Promise<ReopenedBuyer[]> {
    return tx.query<ReopenedBuyer>(REOPEN_DUE, [BATCH_SIZE]);
  }
}
