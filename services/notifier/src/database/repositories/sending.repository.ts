import type { DeliveryFailureReason, DeliveryState } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import type { AccountMail } from '../entities/account-mail.entity.js';
import type { Delivery } from '../entities/delivery.entity.js';

/** The tables that are worked this way, and the rows of each. */
export interface SendingTables {
  deliveries: Delivery;
  account_mails: AccountMail;
}
export type SendingTable = keyof SendingTables;
export type Claimed<T extends SendingTable> = Pick<
  SendingTables[T],
  'id' | 'kind' | 'address' | 'messageId' | 'attempts' | 'attemptsBefore' | 'content'
>;

export type Claim<T extends SendingTable> =
  | { readonly state: 'claimed'; readonly row: Claimed<T> }
  /** Somebody else has it in hand. */
  | { readonly state: 'leased' }
  /** There is nothing to do for it now: it is settled, or its next attempt is not due. */
  | { readonly state: 'idle' };

/** Longer than one attempt may take: no second process sends while the first still can. */
export const LEASE_SECONDS = 20;
/** An order that is not carried out within this time after it was due is given again. */
const OVERDUE_SECONDS = 5;
const STUCK_BATCH = 200;

const forEach = (sql: (table: SendingTable) => string): Readonly<Record<SendingTable, string>> => ({
  deliveries: prepared(sql('deliveries')),
  account_mails: prepared(sql('account_mails')),
});
const CLAIM = forEach(
  (table) =>
    `UPDATE ${table}
        SET lease_until = now() + interval '${LEASE_SECONDS} s', attempts = attempts + 1
      WHERE id = $1 AND status = 'queued' AND next_attempt_at <= now()
        AND (lease_until IS NULL OR lease_until <= now())
      RETURNING id, kind, address, message_id AS "messageId", attempts, attempts_before AS "attemptsBefore", content`,
);
const MARK_SENT = forEach(
  (table) =>
    `UPDATE ${table} SET status = 'sent', sent_at = clock_timestamp(), lease_until = NULL
      WHERE id = $1 AND status = 'queued' RETURNING sent_at AS "sentAt"`,
);

/** Lease, send, mark: the statements. Times are the database's own. */
@Injectable()
export class SendingRepository {
  async claim<T extends SendingTable>(tx: Tx, table: T, id: string): Promise<Claim<T>> {
    const [row] = await tx.query<Claimed<T>>(CLAIM[table], [id]);
    if (row) return { state: 'claimed', row };
    const [other] = await tx.query<{ status: DeliveryState; leased: boolean | null }>(
      `SELECT status, lease_until > now() AS leased FROM ${table} WHERE id = $1`,
      [id],
    );
    return { state: other?.status === 'queued' && other.leased === true ? 'leased' : 'idle' };
  }

  /**
   * Whoever holds the lease by now: the server took the message. Answers when; nothing when it was marked, or given
   * up, before.
   */
  async markSent(tx: Tx, table: SendingTable, id: string): Promise<Date | undefined> {
    const [row] = await tx.query<{ sentAt: Date }>(MARK_SENT[table], [id]);
    return row?.sentAt;
  }

  /** Gives the lease back until the next attempt. False when another process has taken it over meanwhile. */
  async postpone(
    tx: Tx,
    table: SendingTable,
    { id, attempts }: { id: string; attempts: number },
    { delayMs, reason }: { delayMs: number; reason: DeliveryFailureReason },
  ): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE ${table}
          SET lease_until = NULL, last_error_code = $3, next_attempt_at = now() + $4 * interval '1 ms'
        WHERE id = $1 AND status = 'queued' AND attempts = $2 RETURNING id`,
      [id, attempts, reason, delayMs],
    );
    return rows.length > 0;
  }

  /** False when another process has taken it over meanwhile. */
  async markFailed(
    tx: Tx,
    table: SendingTable,
    { id, attempts }: { id: string; attempts: number },
    reason: DeliveryFailureReason,
  ): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE ${table} SET status = 'failed', failed_at = now(), lease_until = NULL, last_error_code = $3
        WHERE id = $1 AND status = 'queued' AND attempts = $2 RETURNING id`,
      [id, attempts, reason],
    );
    return rows.length > 0;
  }

  /** Rows whose process went silent, or whose order was not carried out. */
  findStuck(tx: Tx, table: SendingTable): Promise<{ id: string; attempts: number }[]> {
    return tx.query(
      `SELECT id, attempts FROM ${table}
        WHERE status = 'queued' AND next_attempt_at <= now()
          AND COALESCE(lease_until, next_attempt_at + interval '${OVERDUE_SECONDS} s') < now()
        ORDER BY next_attempt_at LIMIT ${STUCK_BATCH}`,
    );
  }
}
