import { randomUUID } from 'node:crypto';
import type { ChannelKind } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import type { ChannelEntity } from './channel.entity.js';

interface Confirmation {
  readonly confirmedAt: string | null;
  readonly confirmBy: string;
}

interface Contact {
  readonly buyerId: string;
  readonly kind: ChannelKind;
  readonly address: string;
  readonly firstName: string;
}

interface ContactChange extends Contact {
  readonly at: string;
  readonly version: number;
  readonly confirmation: Confirmation;
}

interface SavedContact {
  readonly channelId: string;
  /** Null if the channel is new. */
  readonly previousAddress: string | null;
}

export type UsableChannel = Pick<ChannelEntity, 'id' | 'kind' | 'address' | 'firstName'> & {
  /** Whether the buyer allowed notifications on a browser. Read here to save sales of most buyers a statement. */
  readonly hasBrowsers: boolean;
};

const LIST_USABLE = prepared(
  `SELECT id, kind, address, first_name AS "firstName",
          EXISTS (SELECT 1 FROM push_subscriptions WHERE user_id = $1 AND ended_at IS NULL AND review_since IS NULL)
            AS "hasBrowsers"
     FROM channels
    WHERE buyer_id = $1 AND verified_at IS NOT NULL AND disabled_at IS NULL AND paused_at IS NULL
      AND review_since IS NULL`,
);

@Injectable()
export class ChannelRepository {
  /** Does nothing if the buyer already has a channel of this kind. */
  async insertVerified(tx: Tx, contact: Contact & { readonly confirmBy: string }): Promise<void> {
    await tx.query(
      `INSERT INTO channels (id, buyer_id, kind, address, first_name, verified_at, confirm_by)
       VALUES ($1, $2, $3, $4, $5, now(), $6)
       ON CONFLICT (buyer_id, kind) DO NOTHING`,
      [randomUUID(), contact.buyerId, contact.kind, contact.address, contact.firstName, contact.confirmBy],
    );
  }

  /** Saves the contact and returns what it changed; undefined if a later change is already saved. */
  async saveContact(tx: Tx, contact: ContactChange): Promise<SavedContact | undefined> {
    const [saved] = await tx.query<SavedContact>(
      `INSERT INTO channels
         (id, buyer_id, kind, address, first_name, contact_at, contact_version, verified_at, confirmed_at, confirm_by)
       VALUES ($1, $2, $3, $4, $5, $6::timestamptz, $9, now(), $7, $8)
       ON CONFLICT (buyer_id, kind) DO UPDATE
         SET address = EXCLUDED.address, first_name = EXCLUDED.first_name,
             contact_at = EXCLUDED.contact_at, contact_version = EXCLUDED.contact_version, verified_at = now(), updated_at = now(),
             confirmed_at = EXCLUDED.confirmed_at, confirm_by = EXCLUDED.confirm_by,
             bounced_at = CASE WHEN channels.address = EXCLUDED.address THEN channels.bounced_at END
       WHERE channels.closing_at IS NULL
         AND (channels.contact_version IS NULL OR channels.contact_version < EXCLUDED.contact_version)
       RETURNING id AS "channelId", old.address AS "previousAddress"`,
      [
        randomUUID(),
        contact.buyerId,
        contact.kind,
        contact.address,
        contact.firstName,
        contact.at,
        contact.confirmation.confirmedAt,
        contact.confirmation.confirmBy,
        contact.version,
      ],
    );
    return saved;
  }

  /** Records that a mail server refused an address. Returns the time, or undefined if the channel has another one. */
  async recordBounce(
    tx: Tx,
    {
      userId,
      email,
      attemptedAt,
    }: { readonly userId: string; readonly email: string; readonly attemptedAt: Date },
  ): Promise<Date | undefined> {
    const [row] = await tx.query<{ bouncedAt: Date }>(
      `UPDATE channels SET bounced_at = GREATEST(bounced_at, $3), updated_at = now()
        WHERE buyer_id = $1 AND kind = 'email' AND address = $2 RETURNING bounced_at AS "bouncedAt"`,
      [userId, email, attemptedAt],
    );
    return row?.bouncedAt;
  }

  /** Whether the account is being erased, so that no email about it is stored. Keeps the answer true until the commit. */
  async lockErased(tx: Tx, userId: string): Promise<boolean> {
    const channels = await tx.query<{ isErased: boolean }>(
      'SELECT closing_at IS NOT NULL AS "isErased" FROM channels WHERE buyer_id = $1 ORDER BY id FOR SHARE',
      [userId],
    );
    return channels.some(({ isErased }) => isErased);
  }

  /** Returns the buyer's channels that are verified, and neither disabled nor paused. */
  listUsable(tx: Tx, buyerId: string): Promise<UsableChannel[]> {
    return tx.query<UsableChannel>(LIST_USABLE, [buyerId]);
  }
}
