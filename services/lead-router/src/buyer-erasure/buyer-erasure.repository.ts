import { UNDELIVERED_LEADS_MAX } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const BATCH_SIZE = 500;

const CLOSE = `
  UPDATE buyers SET closed_at = clock_timestamp()
   WHERE id = $1 AND erased_at IS NOT NULL AND closed_at IS NULL
     AND NOT EXISTS (SELECT FROM lead_offers WHERE buyer_id = $1 AND status = 'open')
     AND NOT EXISTS (SELECT FROM sold_leads WHERE buyer_id = $1 AND delivered_at IS NULL AND refunded_at IS NULL
                     OFFSET $2 LIMIT 1)
  RETURNING closed_at AS "closedAt"`;

const REMOVE_NOTES = `
  UPDATE sold_leads SET notes = '', version = version + 1
   WHERE lead_id IN (SELECT lead_id FROM sold_leads WHERE buyer_id = $1 AND notes <> '' LIMIT $2 FOR UPDATE)
  RETURNING 1`;
const REMOVE_REPORT_TEXTS = `
  UPDATE problem_reports SET details = '', decision_note = ''
   WHERE id IN (SELECT id FROM problem_reports
                 WHERE buyer_id = $1 AND (details <> '' OR decision_note <> '') LIMIT $2 FOR UPDATE)
  RETURNING 1`;
const REMOVE_DECISION_REASONS = `
  UPDATE lead_decisions SET reason = ''
   WHERE (lead_id, id) IN (SELECT lead_id, id FROM lead_decisions WHERE buyer_id = $1 AND reason <> ''
                            LIMIT $2 FOR UPDATE)
  RETURNING 1`;

@Injectable()
export class BuyerErasureRepository {
  constructor(private readonly dataSource: DataSource) {}

  async listClosing(): Promise<string[]> {
    const rows: { id: string }[] = await this.dataSource.query(
      'SELECT id FROM buyers WHERE erased_at IS NOT NULL AND closed_at IS NULL ORDER BY erased_at LIMIT $1',
      [BATCH_SIZE],
    );
    return rows.map(({ id }) => id);
  }

  /** Removes one batch of the buyer's notes. Returns whether some are left. */
  removeNotes(tx: Tx, buyerId: string): Promise<boolean> {
    return removeBatch(tx, buyerId, REMOVE_NOTES);
  }

  /** Removes one batch of what the buyer wrote in reports, and what admins answered. Returns whether some are left. */
  removeReportTexts(tx: Tx, buyerId: string): Promise<boolean> {
    return removeBatch(tx, buyerId, REMOVE_REPORT_TEXTS);
  }

  /** Removes one batch of the reasons for which admins chose the buyer. Returns whether some are left. */
  removeDecisionReasons(tx: Tx, buyerId: string): Promise<boolean> {
    return removeBatch(tx, buyerId, REMOVE_DECISION_REASONS);
  }

  /**
   * Returns the time. Undefined while a charge has no outcome yet or more leads are to be delivered than one message
   * can name, and if the buyer is closed already.
   */
  async close(tx: Tx, buyerId: string): Promise<Date | undefined> {
    const [closed] = await tx.query<{ closedAt: Date }>(CLOSE, [buyerId, UNDELIVERED_LEADS_MAX]);
    return closed?.closedAt;
  }

  async listUndelivered(tx: Tx, buyerId: string): Promise<string[]> {
    const leads = await tx.query<{ id: string }>(
      'SELECT lead_id AS id FROM sold_leads WHERE buyer_id = $1 AND delivered_at IS NULL AND refunded_at IS NULL',
      [buyerId],
    );
    return leads.map(({ id }) => id);
  }
}

async function removeBatch(tx: Tx, buyerId: string, update: string): Promise<boolean> {
  const removed = await tx.query(update, [buyerId, BATCH_SIZE]);
  return removed.length === BATCH_SIZE;
}
