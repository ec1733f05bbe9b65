import type { Delivery as ToldDelivery, listFailedDeliveries, RequestOf } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

type Times = 'queuedAt' | 'nextAttemptAt' | 'sentAt' | 'failedAt';
/** A delivery as others are told of it, without the lead that it carries. */
export type DeliveryRow = Omit<ToldDelivery, Times> & {
  readonly queuedAt: Date;
  readonly nextAttemptAt: Date | null;
  readonly sentAt: Date | null;
  readonly failedAt: Date | null;
};

/** As it is told: in whole milliseconds, so that a page can go on after it. The index is ordered by it. */
const FAILED_AT = 'failed_at::timestamptz(3)';
const COLUMNS = `id, lead_id AS "leadId", buyer_id AS "buyerId", kind AS channel, address, status,
  attempts - attempts_before AS attempts, queued_at AS "queuedAt",
  CASE WHEN status = 'queued' THEN next_attempt_at END AS "nextAttemptAt",
  sent_at AS "sentAt", ${FAILED_AT} AS "failedAt", last_error_code AS "lastErrorCode"`;

@Injectable()
export class DeliveryLogRepository {
  constructor(private readonly dataSource: DataSource) {}

  async listOfLead(leadId: string, buyerId: string | null): Promise<DeliveryRow[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM deliveries WHERE lead_id = $1 AND ($2::uuid IS NULL OR buyer_id = $2)
        ORDER BY queued_at, id`,
      [leadId, buyerId],
    );
  }

  async listFailed({ after, limit }: RequestOf<typeof listFailedDeliveries>): Promise<DeliveryRow[]> {
    const beyond = after === null ? '' : `AND (${FAILED_AT}, id) < ($2::timestamptz(3), $3::uuid)`;
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM deliveries WHERE status = 'failed' ${beyond}
        ORDER BY ${FAILED_AT} DESC, id DESC LIMIT $1`,
      after === null ? [limit] : [limit, after.failedAt, after.id],
    );
  }

  async get(tx: Tx, id: string): Promise<DeliveryRow | undefined> {
    const [row] = await tx.query<DeliveryRow>(`SELECT ${COLUMNS} FROM deliveries WHERE id = $1`, [id]);
    return row;
  }
}
