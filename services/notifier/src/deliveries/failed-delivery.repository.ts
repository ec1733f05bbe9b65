import type { DeliveryState } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';

interface DeliveryStateRow {
  readonly status: DeliveryState;
  readonly leadId: string;
  readonly buyerId: string;
  readonly failedAt: Date | null;
  readonly hasContent: boolean;
}

/** What follows the failure of a delivery: another destination, another channel or a resend. */
@Injectable()
export class FailedDeliveryRepository {
  /**
   * Whether the channel of a queued delivery now has a usable destination other than the attempted one. The caller has
   * locked the channel.
   *
   * @param attempted `verifiedAt` identifies the destination, except for email, where a change of the name sets it too
   */
  async hasNewDestination(
    tx: Tx,
    id: string,
    attempted: { readonly address: string; readonly verifiedAt: string | null },
  ): Promise<boolean> {
    const [row] = await tx.query<{ isNew: boolean | null }>(
      `SELECT CASE WHEN c.kind = 'email' THEN c.address <> $2 AND c.verified_at IS NOT NULL ELSE c.verified_at <> $3 END
              AND c.disabled_at IS NULL AND c.paused_at IS NULL AND c.review_since IS NULL AND c.removed_at IS NULL AND c.closing_at IS NULL AS "isNew"
         FROM deliveries d JOIN channels c ON c.id = d.channel_id WHERE d.id = $1`,
      [id, attempted.address, attempted.verifiedAt],
    );
    return row?.isNew === true;
  }

  /** Whether a channel has accepted the lead. */
  async isSent(tx: Tx, leadId: string): Promise<boolean> {
    const [row] = await tx.query("SELECT 1 FROM deliveries WHERE lead_id = $1 AND status = 'sent' LIMIT 1", [
      leadId,
    ]);
    return row !== undefined;
  }

  /** Returns what a resend depends on. The caller has locked the lead's deliveries. */
  async findState(tx: Tx, id: string): Promise<DeliveryStateRow | undefined> {
    return tx.one<DeliveryStateRow>(
      `SELECT status, lead_id AS "leadId", buyer_id AS "buyerId", failed_at AS "failedAt", content_removed_at IS NULL AS "hasContent" FROM deliveries WHERE id = $1`,
      [id],
    );
  }

  /**
   * Queues a failed delivery again under the same id. Its address becomes the channel's current one, unless
   * the channel is removed or disabled.
   */
  requeue(tx: Tx, id: string): void {
    tx.send(
      `UPDATE deliveries d
          SET status = 'queued', failed_at = NULL, lease_until = NULL, next_attempt_at = now(),
              attempts_before = d.attempts,
              address = CASE WHEN c.verified_at IS NOT NULL AND c.disabled_at IS NULL THEN c.address ELSE d.address END
         FROM channels c WHERE d.id = $1 AND c.id = d.channel_id`,
      [id],
    );
  }
}
