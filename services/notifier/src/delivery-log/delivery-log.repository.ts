import type { ChannelKind, Delivery, DeliveryAttempt, DeliveryState } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { keysetClauses, type KeysetCursor, type WithDates } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

type TimeField = 'queuedAt' | 'nextAttemptAt' | 'sentAt' | 'confirmedAt' | 'failedAt';
type DeliveryRow = WithDates<Delivery, TimeField>;

/** In whole milliseconds like the cursor, so that no row is lost between two pages. The indexes have the same order. */
const FAILED_AT = 'failed_at::timestamptz(3)';
const QUEUED_AT = 'queued_at::timestamptz(3)';
const COLUMNS = `id, lead_id AS "leadId", buyer_id AS "buyerId", kind AS channel, address, status,
  attempts - attempts_before AS attempts, ${QUEUED_AT} AS "queuedAt",
  CASE WHEN status = 'queued' THEN next_attempt_at END AS "nextAttemptAt",
  sent_at AS "sentAt", confirmed_at AS "confirmedAt", ${FAILED_AT} AS "failedAt", last_error_code AS "lastErrorCode"`;

type AttemptRow = WithDates<DeliveryAttempt, 'startedAt'>;

/** A null field filters nothing. */
interface DeliveryFilter {
  readonly buyerId: string | null;
  readonly channel: ChannelKind | null;
  readonly status: DeliveryState | null;
}

interface PageRequest {
  readonly after: KeysetCursor | null;
  readonly limit: number;
}

function filterClause(filter: DeliveryFilter, parameters: unknown[]): string {
  const columns = { buyer_id: filter.buyerId, kind: filter.channel, status: filter.status };
  return Object.entries(columns)
    .filter(([, value]) => value !== null)
    .map(([column, value]) => ` AND ${column} = $${parameters.push(value)}`)
    .join('');
}

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

  /** Returns deliveries, newest first. */
  async list(filter: DeliveryFilter, { after, limit }: PageRequest): Promise<DeliveryRow[]> {
    const parameters: unknown[] = [limit];
    const page = keysetClauses({ at: QUEUED_AT, id: 'id' }, 'newest', after, parameters);
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM deliveries WHERE ${page.condition}${filterClause(filter, parameters)}
        ORDER BY ${page.orderBy} LIMIT $1`,
      parameters,
    );
  }

  /** Returns the deliveries that failed up to `failedBefore`, and when, newest first. */
  async listFailedIds(
    filter: Pick<DeliveryFilter, 'buyerId' | 'channel'>,
    failedBefore: string,
    { after, limit }: PageRequest,
  ): Promise<{ readonly id: string; readonly failedAt: Date }[]> {
    const parameters: unknown[] = [limit, failedBefore];
    const page = keysetClauses({ at: FAILED_AT, id: 'id' }, 'newest', after, parameters);
    return this.dataSource.query(
      `SELECT id, ${FAILED_AT} AS "failedAt" FROM deliveries
        WHERE ${FAILED_AT} <= $2 AND ${page.condition}${filterClause({ ...filter, status: 'failed' }, parameters)}
        ORDER BY ${page.orderBy} LIMIT $1`,
      parameters,
    );
  }

  /** Returns a delivery's attempts, oldest first; undefined if it does not exist or is not the buyer's. */
  async listAttempts(deliveryId: string, buyerId: string | null): Promise<AttemptRow[] | undefined> {
    const rows: (AttemptRow | { attempt: null })[] = await this.dataSource.query(
      `SELECT a.attempt, a.started_at AS "startedAt", a.duration_ms AS "durationMs", a.result, a.reason,
              a.provider_code AS "providerCode"
         FROM deliveries d LEFT JOIN delivery_attempts a ON a.delivery_id = d.id
        WHERE d.id = $1 AND ($2::uuid IS NULL OR d.buyer_id = $2) ORDER BY a.attempt`,
      [deliveryId, buyerId],
    );
    return rows.length === 0 ? undefined : rows.filter((row): row is AttemptRow => row.attempt !== null);
  }

  async find(tx: Tx, id: string): Promise<DeliveryRow | undefined> {
    return tx.one<DeliveryRow>(`SELECT ${COLUMNS} FROM deliveries WHERE id = $1`, [id]);
  }
}
