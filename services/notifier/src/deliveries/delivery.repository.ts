import type { ChannelKind, DeliveryState } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { DataCipher } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { UsableChannel } from '../channels/channel.repository.js';
import type { LeadSale } from '../channels/channel.js';
import { timeZoneOf } from '../notices/notice-preferences.repository.js';
import type { SendAttempt, SendFailure, SentMessage } from '../sending/send-outcome.js';
import { type ClaimedRow, SendingRepository } from '../sending/sending.repository.js';
import type { StoredContact } from './personal-data.js';

/** Ties an encrypted content to its delivery: see `DataCipher`. */
export const toContentPurpose = (deliveryId: string): string => `deliveries.content ${deliveryId}`;

export type ClaimedDelivery = ClaimedRow<LeadSale> & {
  readonly kind: ChannelKind;
  readonly channelId: string;
  readonly contact: StoredContact;
  readonly timeZone: string | null;
};

const IS_USABLE = 'c.verified_at IS NOT NULL AND c.disabled_at IS NULL';
/**
 * An email goes to the address that its channel has at the attempt, even if that was changed while the delivery was created.
 * The other channels are used as they are, whatever the delivery's address.
 */
const ADDRESS_SQL = `COALESCE((
  SELECT c.address FROM channels c WHERE c.id = deliveries.channel_id AND c.kind = 'email' AND ${IS_USABLE}), address)`;
/** The invariant `personal-data-to-owners` compares it with what was sent. */
const CONTACT_SQL = `COALESCE((
  SELECT jsonb_build_object('at', now(), 'verifiedAt', c.verified_at, 'confirmedAt', c.confirmed_at,
                            'confirmBy', c.confirm_by, 'bouncedAt', c.bounced_at)
    FROM channels c
   WHERE c.id = deliveries.channel_id
     AND (c.kind <> 'email' OR (${IS_USABLE}) OR c.address = deliveries.address)), '{}')`;

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

const INSERT_DELIVERIES = prepared(
  `INSERT INTO deliveries (id, lead_id, buyer_id, offer_id, channel_id, kind, address, message_id, content)
   SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::text[],
                        $9::jsonb[]) AS n(id, lead_id, buyer_id, offer_id, channel_id, kind, address, message_id, content)
    WHERE NOT EXISTS (SELECT 1 FROM lead_refunds r WHERE r.lead_id = n.lead_id AND r.failed_at IS NULL)
   ON CONFLICT (lead_id, channel_id) DO NOTHING`,
);

/** A repetition of an attempt that was recorded already changes nothing. */
const LOG_ATTEMPTS = prepared(
  `INSERT INTO delivery_attempts (delivery_id, attempt, started_at, duration_ms, result, reason, provider_code, is_our_failure)
   SELECT id, attempt, clock_timestamp() - duration_ms * interval '1 ms', duration_ms, result, reason, provider_code,
          is_our_failure
     FROM unnest($1::uuid[], $2::int[], $3::int[], $4::text[], $5::text[], $6::text[], $7::boolean[])
       AS n(id, attempt, duration_ms, result, reason, provider_code, is_our_failure)
   ON CONFLICT DO NOTHING`,
);

@Injectable()
export class DeliveryRepository {
  readonly table: SendingRepository<ClaimedDelivery>;

  constructor(private readonly cipher: DataCipher) {
    this.table = new SendingRepository('deliveries', {
      set: `contact = ${CONTACT_SQL}, address = ${ADDRESS_SQL}`,
      columns: `contact, channel_id AS "channelId", ${timeZoneOf('deliveries.buyer_id')}`,
      readContent: (stored, id) => cipher.decryptJson(stored as LeadSale | string, toContentPurpose(id)),
    });
  }

  /** Leaves out a lead that already has a delivery over the channel, or was refunded before its sale became known. */
  insert(tx: Tx, deliveries: readonly NewDelivery[]): void {
    tx.send(INSERT_DELIVERIES, [
      deliveries.map(({ id }) => id),
      deliveries.map(({ sale }) => sale.leadId),
      deliveries.map(({ sale }) => sale.buyerId),
      deliveries.map(({ sale }) => sale.offerId),
      deliveries.map(({ channel }) => channel.id),
      deliveries.map(({ channel }) => channel.kind),
      deliveries.map(({ channel }) => channel.address),
      deliveries.map(({ messageId }) => messageId),
      deliveries.map(({ id, sale }) => JSON.stringify(this.cipher.encryptJson(sale, toContentPurpose(id)))),
    ]);
  }

  logAttempts(tx: Tx, attempts: readonly SendAttempt<ClaimedRow>[]): void {
    const failures = attempts.map(({ outcome }): Partial<SendFailure> =>
      outcome.result === 'accepted' ? {} : outcome,
    );
    tx.send(LOG_ATTEMPTS, [
      attempts.map(({ row }) => row.id),
      attempts.map(({ row }) => row.attempts),
      attempts.map(({ durationMs }) => durationMs),
      attempts.map(({ outcome }) => outcome.result),
      failures.map(({ reason = null }) => reason),
      failures.map(({ providerCode = null }) => providerCode),
      failures.map(({ isOurFailure = false }) => isOurFailure),
    ]);
  }

  /** Records how deliveries were sent that became sent in this transaction. */
  recordSent(tx: Tx, sent: readonly SentMessage<ClaimedRow>[]): void {
    const redacted = sent.filter(({ outcome }) => outcome.isRedacted);
    if (redacted.length > 0)
      tx.send('UPDATE deliveries SET redacted = true WHERE id = ANY ($1::uuid[])', [
        redacted.map(({ row }) => row.id),
      ]);
    const named = sent.filter(({ outcome }) => outcome.providerMessageId !== undefined);
    if (named.length > 0)
      tx.send(
        `UPDATE deliveries d SET provider_message_id = n.message_id
           FROM unnest($1::uuid[], $2::text[]) AS n(id, message_id) WHERE d.id = n.id`,
        [named.map(({ row }) => row.id), named.map(({ outcome }) => outcome.providerMessageId)],
      );
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
   * usable, to the previous one.
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
