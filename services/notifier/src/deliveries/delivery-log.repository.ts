import type { Delivery } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { keysetClauses, type KeysetCursor } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

type TimeField = 'queuedAt' | 'nextAttemptAt' | 'sentAt' | 'confirmedAt' | 'failedAt';
/** A delivery without its lead, before `toDeliveryDto`. */
export type DeliveryRow = Omit<Delivery, TimeField> & {
  readonly queuedAt: Date;
  readonly nextAttemptAt: Date | null;
  readonly sentAt: Date | null;
  readonly confirmedAt: Date | null;
  readonly failedAt: Date | null;
};
export type FailedDeliveryRow = DeliveryRow & { readonly failedAt: Date };

/** In whole milliseconds like the cursor, so that no row is lost between two pages. The index has the same order. */
const FAILED_AT = 'failed_at::timestamptz(3)';
const COLUMNS = `id, lead_id AS "leadId", buyer_id AS "buyerId", kind AS channel, address, status,
  attempts - attempts_before AS attempts, queued_at AS "queuedAt",
  CASE WHEN status = 'queued' THEN next_attempt_at END AS "nextAttemptAt",
  sent_at AS "sentAt", confirmed_at AS "confirmedAt", ${FAILED_AT} AS "failedAt", last_error_code AS "lastErrorCode"`;

@Injectable()
export class DeliveryLogRepository {
  constructor(private readonly dataSource: DataSource) {}

  async listByLead(leadId: string, buyerId: string | null): Promise<DeliveryRow[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM deliveries WHERE lead_id = $1 AND ($2::uuid IS NULL OR buyer_id = $2)
        ORDER BY queued_at, id`,
      [leadId, buyerId],
    );
  }

  /** Returns failed deliveries, newest first. */
  async listFailed(after: KeysetCursor | null, limit: number): Promise<FailedDeliveryRow[]> {
    const parameters: unknown[] = [limit];
    const page = keysetClauses({ at: FAILED_AT, id: 'id' }, 'newest', after, parameters);
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM deliveries WHERE status = 'failed' AND ${page.condition}
        ORDER BY ${page.orderBy} LIMIT $1`,
      parameters,
    );
  }

  async find(tx: Tx, id: string): Promise<DeliveryRow | undefined> {
    const [row] = await tx.query<DeliveryRow>(`SELECT ${COLUMNS} FROM deliveries WHERE id = $1`, [id]);
    return row;
  }
}
