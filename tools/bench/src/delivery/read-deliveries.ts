import type { ChannelKind } from '@desk/contracts';
import type { Pool } from 'pg';

/** Times are milliseconds since the epoch. */
export interface Delivery {
  readonly kind: ChannelKind;
  readonly status: string;
  readonly attempts: number;
  /** When the sale had reached the notifier. */
  readonly createdAt: number;
  readonly sentAt: number | null;
  /** From the first byte to the recipient's answer, of the last attempt. */
  readonly requestMs: number | null;
}

export async function readDeliveries(pool: Pool, leadIds: readonly string[]): Promise<Delivery[]> {
  const { rows } = await pool.query<Delivery>(
    `SELECT d.kind, d.status, d.attempts, (extract(epoch FROM d.queued_at) * 1000)::float8 AS "createdAt",
            (extract(epoch FROM d.sent_at) * 1000)::float8 AS "sentAt",
            (SELECT a.duration_ms::float8 FROM notifications.delivery_attempts a
              WHERE a.delivery_id = d.id ORDER BY a.attempt DESC LIMIT 1) AS "requestMs"
       FROM notifications.deliveries d WHERE d.lead_id = ANY ($1::uuid[])`,
    [leadIds],
  );
  return rows;
}
