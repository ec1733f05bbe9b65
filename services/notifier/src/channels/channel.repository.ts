import { randomUUID } from 'node:crypto';
import type { ChannelKind } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { ChannelEntity } from './channel.entity.js';

interface Contact {
  readonly buyerId: string;
  readonly kind: ChannelKind;
  readonly address: string;
  readonly firstName: string;
}

@Injectable()
export class ChannelRepository {
  /** Does nothing if the buyer already has a channel of this kind. */
  async insertVerified(tx: Tx, contact: Contact): Promise<void> {
    await tx.query(
      `INSERT INTO channels (id, buyer_id, kind, address, first_name, verified_at)
       VALUES ($1, $2, $3, $4, $5, now()) ON CONFLICT (buyer_id, kind) DO NOTHING`,
      [randomUUID(), contact.buyerId, contact.kind, contact.address, contact.firstName],
    );
  }

  /** Saves the contact and returns the channel's id; undefined if a later change is already saved. */
  async saveContact(tx: Tx, contact: Contact & { readonly at: string }): Promise<string | undefined> {
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
    return changed?.id;
  }

  /** Returns the buyer's channels that are verified and not disabled. */
  listUsable(tx: Tx, buyerId: string): Promise<ChannelEntity[]> {
    return tx.manager.findBy(ChannelEntity, { buyerId, verifiedAt: Not(IsNull()), disabledAt: IsNull() });
  }
}
