import type { DeliveryState } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { DataCipher } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { UsableChannel } from '../channels/channel.repository.js';
import type { LeadSale } from '../channels/channel.js';
import type { SendFailure, SendOutcome } from '../sending/send-outcome.js';
import type { ClaimedRow } from '../sending/sending.repository.js';

/** Ties an encrypted content to its delivery: see `DataCipher`. */
export const toContentPurpose = (deliveryId: string): string => `deliveries.content ${deliveryId}`;

interface NewDelivery {
  readonly id: string;
  readonly messageId: string;
  readonly channel: UsableChannel;
  readonly sale: LeadSale;
}

interface DeliveryStateRow {
  readonly status: DeliveryState;
  readonly leadId: string;
  readonly buyerId: string;
  readonly failedAt: Date | null;
  readonly hasContent: boolean;
}

const INSERT_DELIVERY = prepared(
  `INSERT INTO deliveries (id, lead_id, buyer_id, offer_id, channel_id, kind, address, message_id, content)
   SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9
    WHERE NOT EXISTS (SELECT 1 FROM lead_refunds WHERE lead_id = $2 AND failed_at IS NULL)
   ON CONFLICT (lead_id, channel_id) DO NOTHING`,
);

/** A repetition of an attempt that was recorded already changes nothing. */
const LOG_ATTEMPT = prepared(
  `INSERT INTO delivery_attempts (delivery_id, attempt, started_at, duration_ms, result, reason, provider_code, is_our_failure)
   VALUES ($1, $2, clock_timestamp() - $3 * interval '1 ms', $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
);

@Injectable()
export class DeliveryRepository {
  constructor(private readonly cipher: DataCipher) {}

  /** Does nothing if the lead already has a delivery over this channel, or was refunded before its sale became known. */
  insert(tx: Tx, { id, messageId, channel, sale }: NewDelivery): void {
    tx.send(INSERT_DELIVERY, [
      id,
      sale.leadId,
      sale.buyerId,
      sale.offerId,
      channel.id,
      channel.kind,
      channel.address,
      messageId,
      JSON.stringify(this.cipher.encryptJson(sale, toContentPurpose(id))),
    ]);
  }

  logAttempt(
    tx: Tx,
    { id, attempts }: Pick<ClaimedRow, 'id' | 'attempts'>,
    outcome: SendOutcome & { readonly durationMs: number },
  ): void {
    const { durationMs, result } = outcome;
    const failure: Partial<SendFailure> = outcome.result === 'accepted' ? {} : outcome;
    const { reason = null, providerCode = null, isOurFailure = false } = failure;
    tx.send(LOG_ATTEMPT, [id, attempts, durationMs, result, reason, providerCode, isOurFailure]);
  }

  /** Redirects the queued deliveries of a channel. Each claim does so too; until then the delivery log shows this address. */
  async updateQueuedAddress(tx: Tx, channelId: string, address: string): Promise<void> {
    await tx.query("UPDATE deliveries SET address = $2 WHERE channel_id = $1 AND status = 'queued'", [
      channelId,
      address,
    ]);
  }

  /** Locks a delivery's channel, so that a concurrent address change either precedes or waits. */
  async lockChannelOf(tx: Tx, id: string): Promise<void> {
    // Every transaction locks the channel first, to prevent deadlocks.
    await tx.query(
      'SELECT 1 FROM channels WHERE id = (SELECT channel_id FROM deliveries WHERE id = $1) FOR SHARE',
      [id],
    );
  }

  /**
   * Whether the channel of a queued delivery has another destination than an attempt had, which is usable. The caller has
   * locked the channel.
   *
   * @param attempted `verifiedAt` identifies the destination, but of an email: a change of the name sets it too
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

  /** Whether a channel took the lead. */
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
   * Queues a failed delivery again under the same id, to the channel's current address or, if the channel is not
   * usable, to the previous one. Returns how many attempts were made so far.
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
    if (!row) throw new Error(`delivery ${id} does not exist`);
    return row.attempts;
  }
}
