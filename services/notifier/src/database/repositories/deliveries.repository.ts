import type { DeliveryState, leadSold, PayloadOf } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import type { Channel } from '../entities/channel.entity.js';

interface NewDelivery {
  readonly id: string;
  readonly messageId: string;
  readonly channel: Channel;
  readonly sale: PayloadOf<typeof leadSold>;
}

const ADD = prepared(
  `INSERT INTO deliveries (id, lead_id, buyer_id, offer_id, channel_id, kind, address, message_id, content)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   ON CONFLICT (lead_id, channel_id) DO NOTHING RETURNING id`,
);

@Injectable()
export class DeliveriesRepository {
  /** False when the lead has its delivery over this channel already. */
  async add(tx: Tx, { id, messageId, channel, sale }: NewDelivery): Promise<boolean> {
    const rows = await tx.query(ADD, [
      id,
      sale.leadId,
      sale.buyerId,
      sale.offerId,
      channel.id,
      channel.kind,
      channel.address,
      messageId,
      JSON.stringify(sale),
    ]);
    return rows.length > 0;
  }

  /** Held until the end of the transaction, and so is its channel: an address that changes now is waited for. */
  async lock(tx: Tx, id: string): Promise<{ status: DeliveryState } | undefined> {
    // The channel first, as everywhere.
    await tx.query(
      'SELECT 1 FROM channels WHERE id = (SELECT channel_id FROM deliveries WHERE id = $1) FOR SHARE',
      [id],
    );
    const [row] = await tx.query<{ status: DeliveryState }>(
      'SELECT status FROM deliveries WHERE id = $1 FOR UPDATE',
      [id],
    );
    return row;
  }

  /**
   * As if it had just been queued, under the id by which its receiver knows it. It goes to where the channel leads
   * now; when that may not be used, to where it went before. Answers how many attempts were made.
   */
  async requeue(tx: Tx, id: string): Promise<number> {
    const [row] = await tx.query<{ attempts: number }>(
      `UPDATE deliveries d
          SET status = 'queued', failed_at = NULL, lease_until = NULL, next_attempt_at = now(),
              attempts_before = d.attempts,
              address = CASE WHEN c.verified_at IS NOT NULL AND c.disabled_at IS NULL THEN c.address ELSE d.address END
         FROM channels c WHERE d.id = $1 AND c.id = d.channel_id RETURNING d.attempts`,
      [id],
    );
    if (!row) throw new Error(`delivery ${id} is gone`);
    return row.attempts;
  }
}
