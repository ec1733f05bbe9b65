import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';

/** A lead that is available and locked. */
export interface WaitingLead {
  readonly id: string;
  /** Older than real-time leads may be: it expires instead of being sold. */
  readonly isTooOld: boolean;
}

export interface RecheckedBuyer {
  readonly buyerId: string;
  readonly shouldOfferWaiting: boolean;
}

const BATCH_SIZE = 1_000;
const LOCK_AVAILABLE = prepared(
  `SELECT id, created_at < now() - $2 * interval '1 hour' AS "isTooOld"
     FROM leads WHERE id = $1 AND status = 'available' FOR UPDATE`,
);
const LOCK_NEXT_WAITING = prepared('SELECT * FROM lock_next_waiting_lead($1)');

@Injectable()
export class RoutingRepository {
  /** Locks the lead if it is available. */
  async lockAvailable(tx: Tx, leadId: string, maxAgeHours: number): Promise<WaitingLead | undefined> {
    return tx.one<WaitingLead>(LOCK_AVAILABLE, [leadId, maxAgeHours]);
  }

  /** Skips leads that other copies have locked: they are being routed. */
  async lockNextWaiting(tx: Tx, maxAgeHours: number): Promise<WaitingLead | undefined> {
    return tx.one<WaitingLead>(LOCK_NEXT_WAITING, [maxAgeHours]);
  }

  async expire(tx: Tx, leadId: string): Promise<void> {
    await tx.query("UPDATE leads SET status = 'expired' WHERE id = $1 AND status = 'available'", [leadId]);
  }

  async expireLeads(tx: Tx, maxAgeHours: number): Promise<number> {
    const expired = await tx.query(
      `UPDATE leads SET status = 'expired'
        WHERE id IN (SELECT id FROM leads
                      WHERE status = 'available' AND created_at < now() - $1 * interval '1 hour'
                      ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)
        RETURNING id`,
      [maxAgeHours, BATCH_SIZE],
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

  /** Updates some buyers whose eligibility the clock has changed. Returns none if no more are due. */
  recheckDue(tx: Tx): Promise<RecheckedBuyer[]> {
    return tx.query<RecheckedBuyer>('SELECT * FROM recheck_due_buyers($1)', [BATCH_SIZE]);
  }

  /** Updates some buyers whose eligibility was derived from another price. Returns none if no more were. */
  recheckMispriced(tx: Tx): Promise<RecheckedBuyer[]> {
    return tx.query<RecheckedBuyer>('SELECT * FROM recheck_mispriced_buyers($1)', [BATCH_SIZE]);
  }
}
