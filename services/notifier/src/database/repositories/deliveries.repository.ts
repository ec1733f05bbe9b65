import type { leadSold, PayloadOf } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import type { Channel } from '../entities/channel.entity.js';

interface NewDelivery {
  readonly id: string;
  readonly messageId: string;
  readonly channel: Channel;
  readonly sale: PayloadOf<typeof leadSold>;
}

@Injectable()
export class DeliveriesRepository {
  /** False when the lead has its delivery over this channel already. */
  async add(tx: Tx, { id, messageId, channel, sale }: NewDelivery): Promise<boolean> {
    const rows = await tx.query(
      `INSERT INTO deliveries (id, lead_id, buyer_id, offer_id, channel_id, kind, address, message_id, content)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (lead_id, channel_id) DO NOTHING RETURNING id`,
      [
        id,
        sale.leadId,
        sale.buyerId,
        sale.offerId,
        channel.id,
        channel.kind,
        channel.address,
        messageId,
        JSON.stringify(sale),
      ],
    );
    return rows.length > 0;
  }
}
