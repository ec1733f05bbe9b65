import { randomUUID } from 'node:crypto';
import {
  type ChannelKind,
  type contactChanged,
  emailBounced,
  type PayloadOf,
  type userRegistered,
} from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';

interface SavedContact {
  readonly channelId: string;
  /** Null if the channel is new. */
  readonly previousAddress: string | null;
}

export interface UsableChannel {
  readonly id: string;
  readonly buyerId: string;
  readonly kind: ChannelKind;
  readonly address: string;
  readonly firstName: string;
  /** Whether the buyer allowed notifications on a browser. Read here to save a statement for most sales. */
  readonly hasBrowsers: boolean;
}

const LIST_USABLE = prepared(
  `SELECT id, buyer_id AS "buyerId", kind, address, first_name AS "firstName",
          EXISTS (SELECT 1 FROM push_subscriptions
                   WHERE user_id = buyer_id AND ended_at IS NULL AND review_since IS NULL) AS "hasBrowsers"
     FROM channels
    WHERE buyer_id = ANY ($1::uuid[]) AND verified_at IS NOT NULL AND disabled_at IS NULL AND paused_at IS NULL
      AND review_since IS NULL`,
);

@Injectable()
export class ChannelRepository {
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

  /** Saves the user's address and name, and returns what changed; undefined if a later change is already saved. */
  async saveContact(tx: Tx, contact: PayloadOf<typeof contactChanged>): Promise<SavedContact | undefined> {
    const { userId, email, firstName, version, confirmation } = contact;
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
      [
        ...[randomUUID(), userId, email, firstName, version],
        ...[confirmation.confirmedAt, confirmation.confirmBy],
      ],
    );
  }

  /**
   * Records that a mail server refused an address, unless the user has another one by now. From the commit on, emails to it
   * contain no personal data until accounts reports a confirmation.
   *
   * @param attemptedAt when the attempt began: a confirmation since then is the later of the two
   */
  async recordBounce(tx: Tx, userId: string, email: string, attemptedAt: Date): Promise<void> {
    const [row] = await tx.query<{ bouncedAt: Date }>(
      `UPDATE channels SET bounced_at = GREATEST(bounced_at, $3), updated_at = now()
        WHERE buyer_id = $1 AND kind = 'email' AND address = $2 RETURNING bounced_at AS "bouncedAt"`,
      [userId, email, attemptedAt],
    );
    if (row)
      tx.publish(emailBounced, { userId, email, at: row.bouncedAt.toISOString() }, { key: randomUUID() });
  }

  /** Whether the account is being erased, so that no email about it is stored. Keeps the answer true until the commit. */
  async lockErased(tx: Tx, userId: string): Promise<boolean> {
    const channels = await tx.query<{ isErased: boolean }>(
      'SELECT closing_at IS NOT NULL AS "isErased" FROM channels WHERE buyer_id = $1 ORDER BY id FOR SHARE',
      [userId],
    );
    return channels.some(({ isErased }) => isErased);
  }

  /** Returns the buyers' channels that are verified, and neither disabled nor paused. */
  listUsable(tx: Tx, buyerIds: readonly string[]): Promise<UsableChannel[]> {
    return tx.query<UsableChannel>(LIST_USABLE, [buyerIds]);
  }
}
