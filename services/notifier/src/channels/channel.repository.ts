import type { ChannelKind } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';

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
  /** Whether the account is being erased, so that no email about it is stored. Keeps the answer true until the commit. */
  async lockErased(tx: Tx, userId: string): Promise<boolean> {
    const channels = await tx.query<{ isErased: boolean }>(
      'SELECT closing_at IS NOT NULL AS "isErased" FROM channels WHERE buyer_id = $1 ORDER BY id FOR SHARE',
      [userId],
    );
    return channels.some(({ isErased }) => isErased);
  }

  /** Returns the buyers' channels that are verified, and not disabled, paused or under review. */
  listUsable(tx: Tx, buyerIds: readonly string[]): Promise<UsableChannel[]> {
    return tx.query<UsableChannel>(LIST_USABLE, [buyerIds]);
  }
}
