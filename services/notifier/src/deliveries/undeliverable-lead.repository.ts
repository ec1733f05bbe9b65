import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface SoldLead {
  readonly leadId: string;
  readonly offerId: string;
  readonly buyerId: string;
}

const SWEPT_LEADS = 200;
/** Only what a copy of the previous release left behind during an update. */
const SWEPT_DAYS = 3;
/** Long enough for the transaction that recorded the last failure to have ended. */
const SWEPT_AFTER_MINUTES = 5;

@Injectable()
export class UndeliverableLeadRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Locks every delivery of this one's lead until the transaction ends, so that of two last failures the second sees the
   * first. Everybody locks a lead's deliveries in this order, and their channels before them.
   */
  async lockDeliveries(tx: Tx, deliveryId: string): Promise<void> {
    await tx.query(
      `SELECT 1 FROM deliveries WHERE lead_id = (SELECT lead_id FROM deliveries WHERE id = $1)
        ORDER BY id FOR NO KEY UPDATE`,
      [deliveryId],
    );
  }

  async lockDeliveriesOfLead(tx: Tx, leadId: string): Promise<void> {
    await tx.query('SELECT 1 FROM deliveries WHERE lead_id = $1 ORDER BY id FOR NO KEY UPDATE', [leadId]);
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
   * Whether no recipient had any part in it: every attempt at every delivery of the lead failed because of us. Of a text
   * message that Twilio had accepted, the failure that it reported later counts. A mail server that sent the email of a lead
   * sold meanwhile was not away, so then the failure is the buyer's, and nobody can keep it waiting to get leads for nothing.
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
    const [row] = await tx.query<{ at: Date }>(
      `INSERT INTO undeliverable_leads (offer_id, lead_id, buyer_id) VALUES ($2, $1, $3)
       ON CONFLICT DO NOTHING RETURNING at`,
      [leadId, offerId, buyerId],
    );
    return row;
  }

  /** Its buyer saw the lead on the dashboard, so it is not refunded. */
  async setSeen(tx: Tx, offerId: string, seenAt: string): Promise<void> {
    await tx.query('UPDATE undeliverable_leads SET seen_at = $2 WHERE offer_id = $1', [offerId, seenAt]);
  }

  /** Whether the lead's buyer got the money back, or is getting it. Not if all refunds failed, or the buyer saw the lead. */
  async isRefunded(tx: Tx, leadId: string): Promise<boolean> {
    const [row] = await tx.query<{ isRefunded: boolean }>(
      // refunded_leads also has the refunds that only an earlier release recorded.
      `SELECT EXISTS (SELECT 1 FROM lead_refunds WHERE lead_id = $1 AND failed_at IS NULL)
           OR EXISTS (SELECT 1 FROM undeliverable_leads
                       WHERE lead_id = $1 AND seen_at IS NULL
                         AND at > COALESCE((SELECT max(failed_at) FROM lead_refunds WHERE lead_id = $1), '-infinity'))
           OR (EXISTS (SELECT 1 FROM refunded_leads WHERE lead_id = $1)
               AND NOT EXISTS (SELECT 1 FROM lead_refunds WHERE lead_id = $1)) AS "isRefunded"`,
      [leadId],
    );
    return row?.isRefunded === true;
  }

  /** Whether nobody has to do anything about the lead: it is refunded, or its buyer has seen it. */
  async isSettled(tx: Tx, leadId: string): Promise<boolean> {
    const [seen] = await tx.query(
      'SELECT 1 FROM undeliverable_leads WHERE lead_id = $1 AND seen_at IS NOT NULL',
      [leadId],
    );
    return seen !== undefined || this.isRefunded(tx, leadId);
  }

  /** Returns leads that a copy of the previous release could not deliver: it records that but does not publish it. */
  async listUnpublished(): Promise<SoldLead[]> {
    return this.dataSource.query(
      `SELECT DISTINCT d.lead_id AS "leadId", d.offer_id AS "offerId", d.buyer_id AS "buyerId" FROM deliveries d
        WHERE d.status = 'failed'
          AND d.failed_at::timestamptz(3) BETWEEN now() - interval '${SWEPT_DAYS} days'
                                              AND now() - interval '${SWEPT_AFTER_MINUTES} minutes'
          AND NOT EXISTS (SELECT 1 FROM deliveries o WHERE o.lead_id = d.lead_id AND o.status <> 'failed')
          AND NOT EXISTS (SELECT 1 FROM undeliverable_leads u WHERE u.offer_id = d.offer_id)
          AND NOT EXISTS (SELECT 1 FROM lead_refunds r WHERE r.lead_id = d.lead_id AND r.failed_at IS NULL)
        LIMIT ${SWEPT_LEADS}`,
    );
  }
}
