import type { ChannelKind } from '@desk/contracts';
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
  /** A refund is in force. It usually cancels the delivery, but not one that is created at the same time. */
  readonly isRefunded: boolean;
};

const IS_USABLE = 'c.verified_at IS NOT NULL AND c.disabled_at IS NULL';
/** The channel's address at the attempt, even if it was changed while the delivery was created. */
const ADDRESS_SQL = `COALESCE((
  SELECT c.address FROM channels c WHERE c.id = deliveries.channel_id AND ${IS_USABLE}), address)`;
/** See `StoredContact`. The invariant `personal-data-to-owners` compares it with what was sent. */
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

const INSERT_DELIVERIES = prepared(
  `INSERT INTO deliveries (id, lead_id, buyer_id, offer_id, channel_id, kind, address, message_id, content,
                           status, failed_at, last_error_code)
   SELECT n.*, CASE WHEN refund.code IS NULL THEN 'queued' ELSE 'failed' END, refund.at, refund.code
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[],
                 $8::text[], $9::jsonb[])
       AS n(id, lead_id, buyer_id, offer_id, channel_id, kind, address, message_id, content)
     LEFT JOIN LATERAL (SELECT now() AS at, 'LEAD_REFUNDED' AS code FROM lead_refunds r
                         WHERE r.lead_id = n.lead_id AND r.failed_at IS NULL LIMIT 1) AS refund ON true
   ON CONFLICT (lead_id, channel_id) DO NOTHING`,
);

/** Does nothing for an attempt that is already recorded. */
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
      columns: `contact, channel_id AS "channelId", ${timeZoneOf('deliveries.buyer_id')},
                EXISTS (SELECT 1 FROM lead_refunds r
                         WHERE r.lead_id = deliveries.lead_id AND r.failed_at IS NULL) AS "isRefunded"`,
      readContent: (stored, id) => cipher.decryptJson(stored as LeadSale | string, toContentPurpose(id)),
    });
  }

  /**
   * Leaves out a lead that already has a delivery over the channel. If the lead was refunded before its sale
   * became known, its deliveries have failed, and can be sent again if the refund fails.
   */
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

  /** Records which deliveries were redacted, and their ids at the provider. This transaction has set them to `sent`. */
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
}
