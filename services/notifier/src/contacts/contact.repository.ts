import { randomUUID } from 'node:crypto';
import type { contactChanged, PayloadOf, userRegistered } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';

interface SavedContact {
  readonly channelId: string;
  /** Null if the channel is new. */
  readonly previousAddress: string | null;
}

/** The email channel of each user, as accounts reports it. */
@Injectable()
export class ContactRepository {
  /** Does nothing if the user already has an email channel. */
  async insertEmail(
    tx: Tx,
    { userId, email, firstName, confirmBy }: PayloadOf<typeof userRegistered>,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO channels (id, buyer_id, kind, address, first_name, verified_at, confirm_by)
       VALUES ($1, $2, 'email', $3, $4, now(), $5) ON CONFLICT (buyer_id, kind) DO NOTHING`,
      [randomUUID(), userId, email, firstName, confirmBy],
    );
  }

  /** Saves the user's address and name, and returns what changed; undefined if a later change is saved, or the account is closed. */
  async saveContact(tx: Tx, contact: PayloadOf<typeof contactChanged>): Promise<SavedContact | undefined> {
    const { userId, email, firstName, version } = contact;
    const { confirmedAt, confirmBy } = contact.confirmation;
    return tx.one<SavedContact>(
      `INSERT INTO channels
         (id, buyer_id, kind, address, first_name, contact_version, verified_at, confirmed_at, confirm_by)
       VALUES ($1, $2, 'email', $3, $4, $5, now(), $6, $7)
       ON CONFLICT (buyer_id, kind) DO UPDATE
         SET address = excluded.address, first_name = excluded.first_name,
             contact_version = excluded.contact_version, verified_at = now(), updated_at = now(),
             confirmed_at = excluded.confirmed_at, confirm_by = excluded.confirm_by,
             bounced_at = CASE WHEN channels.address = excluded.address THEN channels.bounced_at END
       WHERE channels.closing_at IS NULL AND COALESCE(channels.contact_version < excluded.contact_version, true)
       RETURNING id AS "channelId", old.address AS "previousAddress"`,
      [randomUUID(), userId, email, firstName, version, confirmedAt, confirmBy],
    );
  }

  /** Shows the new address in the delivery log at once. Each claim reads the address of the channel anyway. */
  async updateQueuedAddress(tx: Tx, channelId: string, address: string): Promise<void> {
    await tx.query("UPDATE deliveries SET address = $2 WHERE channel_id = $1 AND status = 'queued'", [
      channelId,
      address,
    ]);
  }
}
