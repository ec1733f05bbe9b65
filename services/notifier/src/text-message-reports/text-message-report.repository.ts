import type { DeliveryState } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import type { SendFailure } from '../sending/send-outcome.js';

export interface ReportedRow {
  readonly status: DeliveryState;
  readonly leadId: string;
  readonly offerId: string;
  readonly buyerId: string;
  readonly providerMessageId: string | null;
  readonly isConfirmed: boolean;
  readonly isLeased: boolean;
  readonly channelId: string;
  /** Of the channel, when the last message was sent. */
  readonly verifiedAt: string | null;
}

@Injectable()
export class TextMessageReportRepository {
  /** Every transaction locks the channel before the deliveries. */
  async lockChannelOf(tx: Tx, deliveryId: string): Promise<void> {
    await tx.query(
      'SELECT 1 FROM channels WHERE id = (SELECT channel_id FROM deliveries WHERE id = $1) FOR UPDATE',
      [deliveryId],
    );
  }

  /** The caller has locked the lead's deliveries. */
  async find(tx: Tx, deliveryId: string): Promise<ReportedRow | undefined> {
    const [row] = await tx.query<ReportedRow>(
      `SELECT status, lead_id AS "leadId", offer_id AS "offerId", buyer_id AS "buyerId",
              provider_message_id AS "providerMessageId", confirmed_at IS NOT NULL AS "isConfirmed",
              COALESCE(lease_until > now(), false) AS "isLeased",
              channel_id AS "channelId", contact ->> 'verifiedAt' AS "verifiedAt"
         FROM deliveries WHERE id = $1 AND kind = 'sms'`,
      [deliveryId],
    );
    return row;
  }

  /** Returns when the delivery was sent. */
  async setSent(tx: Tx, deliveryId: string, messageSid: string, isConfirmed: boolean): Promise<Date> {
    const [row] = await tx.query<{ sentAt: Date }>(
      `UPDATE deliveries
          SET status = 'sent', sent_at = COALESCE(sent_at, clock_timestamp()), failed_at = NULL, lease_until = NULL,
              provider_message_id = $2, confirmed_at = CASE WHEN $3 THEN clock_timestamp() END
        WHERE id = $1 RETURNING sent_at AS "sentAt"`,
      [deliveryId, messageSid, isConfirmed],
    );
    if (!row) throw new Error(`delivery ${deliveryId} does not exist`);
    return row.sentAt;
  }

  async setFailed(tx: Tx, deliveryId: string, { reason, isOurFailure }: SendFailure): Promise<void> {
    await tx.query(
      `UPDATE deliveries
          SET status = 'failed', failed_at = now(), sent_at = NULL, last_error_code = $2, reported_failure_is_ours = $3
        WHERE id = $1`,
      [deliveryId, reason, isOurFailure === true],
    );
  }
}
