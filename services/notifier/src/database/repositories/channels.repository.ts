import { randomUUID } from 'node:crypto';
import type { ChannelKind } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { Channel } from '../entities/channel.entity.js';

@Injectable()
export class ChannelsRepository {
  /** Does nothing when the buyer has a channel of that kind. */
  async addVerified(
    tx: Tx,
    channel: { buyerId: string; kind: ChannelKind; address: string; firstName: string },
  ): Promise<void> {
    await tx.query(
      `INSERT INTO channels (id, buyer_id, kind, address, first_name, verified_at)
       VALUES ($1, $2, $3, $4, $5, now()) ON CONFLICT (buyer_id, kind) DO NOTHING`,
      [randomUUID(), channel.buyerId, channel.kind, channel.address, channel.firstName],
    );
  }

  /**
   * The later change counts, whatever comes first. What still waits for the channel goes to the new address:
   * the old one may be the reason why it waits.
   */
  async changeContact(
    tx: Tx,
    contact: { buyerId: string; kind: ChannelKind; address: string; firstName: string; at: string },
  ): Promise<void> {
    const [changed] = await tx.query<{ id: string }>(
      `INSERT INTO channels (id, buyer_id, kind, address, first_name, contact_at, verified_at)
       VALUES ($1, $2, $3, $4, $5, $6, now())
       ON CONFLICT (buyer_id, kind) DO UPDATE
         SET address = EXCLUDED.address, first_name = EXCLUDED.first_name,
             contact_at = EXCLUDED.contact_at, verified_at = now(), updated_at = now()
       WHERE channels.contact_at IS NULL OR channels.contact_at < EXCLUDED.contact_at
       RETURNING id`,
      [randomUUID(), contact.buyerId, contact.kind, contact.address, contact.firstName, contact.at],
    );
    if (changed)
      await tx.query("UPDATE deliveries SET address = $2 WHERE channel_id = $1 AND status = 'queued'", [
        changed.id,
        contact.address,
      ]);
  }

  /** Those that may be used: verified and not switched off. */
  usableOf(tx: Tx, buyerId: string): Promise<Channel[]> {
    return tx.manager.findBy(Channel, { buyerId, verifiedAt: Not(IsNull()), disabledAt: IsNull() });
  }
}
