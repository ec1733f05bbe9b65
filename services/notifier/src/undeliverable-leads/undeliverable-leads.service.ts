import {
  DomainError,
  type leadRefunded,
  type leadRefundFailed,
  leadUndeliverable,
  type PayloadOf,
} from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { isRefundedLead } from './refunded-lead.js';

interface SoldLead {
  readonly leadId: string;
  readonly offerId: string;
  readonly buyerId: string;
}

/** `UPDATE` if the transaction changes the channel afterwards: two that share the lock would then deadlock. */
type ChannelLock = 'SHARE' | 'UPDATE';

@Injectable()
export class UndeliverableLeadRepository {
  /**
   * Locks a delivery's channel, so that a concurrent change of its address either precedes or waits, then all deliveries of
   * its lead, so that of two last failures the second sees the first. All code locks them in this order.
   */
  async lockDeliveries(tx: Tx, deliveryId: string, channelLock: ChannelLock): Promise<void> {
    await tx.query(
      `SELECT 1 FROM channels WHERE id = (SELECT channel_id FROM deliveries WHERE id = $1) FOR ${channelLock}`,
      [deliveryId],
    );
    await tx.query(
      `SELECT 1 FROM deliveries WHERE lead_id = (SELECT lead_id FROM deliveries WHERE id = $1)
        ORDER BY id FOR NO KEY UPDATE`,
      [deliveryId],
    );
  }

  /** Returns whether every delivery of the lead failed; not while it has none. */
  async isUndeliverable(tx: Tx, leadId: string): Promise<boolean> {
    const [row] = await tx.query<{ isUndeliverable: boolean }>(
      `SELECT count(*) > 0 AND COALESCE(bool_and(status = 'failed'), false) AS "isUndeliverable"
         FROM deliveries WHERE lead_id = $1`,
      [leadId],
    );
    return row?.isUndeliverable === true;
  }

  /**
   * Whether only we are to blame: every attempt at every delivery of the lead failed because of us. For a text message
   * that Twilio had accepted, the failure that it reported later counts. If our mail server sent the email of another
   * lead meanwhile, it was available, so the failure is the buyer's. Otherwise a buyer could keep our server waiting to
   * get leads for nothing.
   */
  async isOurFailure(tx: Tx, leadId: string): Promise<boolean> {
    const [row] = await tx.query<{ isOurFailure: boolean | null }>(
      `SELECT bool_and(tried.is_our_failure AND NOT (d.kind = 'email' AND EXISTS (
                SELECT 1 FROM deliveries other
                 WHERE other.kind = 'email' AND other.status = 'sent'
                   AND other.queued_at::timestamptz(3) > tried.since))) AS "isOurFailure"
         FROM deliveries d
        CROSS JOIN LATERAL (
              SELECT count(*) > 0 AND bool_and(
                       is_our_failure IS TRUE OR (result = 'accepted' AND d.reported_failure_is_ours IS TRUE)
                     ) AS is_our_failure,
                     min(started_at) AS since
                FROM delivery_attempts WHERE delivery_id = d.id) tried
        WHERE d.lead_id = $1`,
      [leadId],
    );
    return row?.isOurFailure === true;
  }

  /** Returns when the lead became undeliverable if it did now; undefined if it was already. */
  async insert(tx: Tx, { leadId, offerId, buyerId }: SoldLead): Promise<{ readonly at: Date } | undefined> {
    return tx.one<{ at: Date }>(
      `INSERT INTO undeliverable_leads (offer_id, lead_id, buyer_id) VALUES ($2, $1, $3)
       ON CONFLICT DO NOTHING RETURNING at`,
      [leadId, offerId, buyerId],
    );
  }

  /** Records that the buyer saw the lead on the dashboard, so that it is not refunded. */
  async setSeen(tx: Tx, offerId: string, seenAt: string): Promise<void> {
    await tx.query('UPDATE undeliverable_leads SET seen_at = $2 WHERE offer_id = $1', [offerId, seenAt]);
  }

  async isRefunded(tx: Tx, leadId: string): Promise<boolean> {
    const [row] = await tx.query<{ isRefunded: boolean }>(`SELECT ${isRefundedLead('$1')} AS "isRefunded"`, [
      leadId,
    ]);
    return row?.isRefunded === true;
  }

  /** Whether the lead needs no decision: it is refunded, or its buyer has seen it. */
  async isSettled(tx: Tx, leadId: string): Promise<boolean> {
    const [seen] = await tx.query(
      'SELECT 1 FROM undeliverable_leads WHERE lead_id = $1 AND seen_at IS NOT NULL',
      [leadId],
    );
    return seen !== undefined || this.isRefunded(tx, leadId);
  }

  /** Cancels what is still to be sent, unless the refund has failed by now: the two events arrive in either order. */
  async recordRefund(
    tx: Tx,
    { refundId, leadId, refundedAt }: PayloadOf<typeof leadRefunded>,
  ): Promise<void> {
    // A resend locks them too, and reads afterwards whether the lead was refunded.
    await tx.query('SELECT 1 FROM deliveries WHERE lead_id = $1 ORDER BY id FOR NO KEY UPDATE', [leadId]);
    // An attempt in progress may still arrive.
    await tx.query(
      `UPDATE deliveries SET status = 'failed', failed_at = now(), lease_until = NULL, last_error_code = 'LEAD_REFUNDED'
        WHERE lead_id = $1 AND status = 'queued'
          AND NOT EXISTS (SELECT 1 FROM lead_refunds WHERE refund_id = $2 AND failed_at IS NOT NULL)`,
      [leadId, refundId],
    );
    await tx.query(
      `INSERT INTO lead_refunds (refund_id, lead_id, refunded_at) VALUES ($1, $2, $3)
       ON CONFLICT (refund_id) DO UPDATE SET refunded_at = excluded.refunded_at`,
      [refundId, leadId, refundedAt],
    );
  }

  async recordFailedRefund(
    tx: Tx,
    { refundId, leadId, failedAt }: PayloadOf<typeof leadRefundFailed>,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO lead_refunds (refund_id, lead_id, failed_at) VALUES ($1, $2, $3)
       ON CONFLICT (refund_id) DO UPDATE SET failed_at = excluded.failed_at`,
      [refundId, leadId, failedAt],
    );
  }
}

/** Publishes that no channel could deliver a sold lead, so that the buyer is refunded. */
@Injectable()
export class UndeliverableLeadsService {
  constructor(
    private readonly leads: UndeliverableLeadRepository,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Call it first in every transaction that may end the last delivery of a lead, or begin another one. */
  lockDeliveries(tx: Tx, deliveryId: string, channelLock: ChannelLock = 'SHARE'): Promise<void> {
    return this.leads.lockDeliveries(tx, deliveryId, channelLock);
  }

  /**
   * The caller has locked the lead's deliveries. Publishes once for each offer: if the refund failed and the
   * lead was sent again in vain, a second refund would fail as well, so an admin has to decide.
   */
  async publishIfUndeliverable(tx: Tx, { leadId, offerId, buyerId }: SoldLead): Promise<void> {
    if (!(await this.leads.isUndeliverable(tx, leadId))) return;
    const undeliverable = await this.leads.insert(tx, { leadId, offerId, buyerId });
    if (!undeliverable) {
      if (!(await this.leads.isSettled(tx, leadId)))
        this.logger.error(
          { leadId, offerId, buyerId, alarm: 'undeliverable-after-failed-refund' },
          'lead undeliverable again after its refund failed',
        );
      return;
    }
    const at = undeliverable.at.toISOString();
    const isOurFailure = await this.leads.isOurFailure(tx, leadId);
    tx.publish(leadUndeliverable, { leadId, offerId, buyerId, at, isOurFailure }, { key: offerId });
    this.logger.warn({ leadId, offerId, buyerId, isOurFailure }, 'lead undeliverable');
  }

  /** @throws LEAD_REFUNDED */
  async assertNotRefunded(tx: Tx, leadId: string): Promise<void> {
    if (await this.leads.isRefunded(tx, leadId)) throw new DomainError('LEAD_REFUNDED');
  }
}
