import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ERASE_BUYER } from '../buyers/buyer-changes.sql.js';

const BATCH_SIZE = 500;

const CLOSE = `
  UPDATE buyers SET closed_at = clock_timestamp()
   WHERE id = $1 AND erased_at IS NOT NULL AND closed_at IS NULL
     AND NOT EXISTS (SELECT 1 FROM lead_offers WHERE buyer_id = $1 AND status = 'open')
  RETURNING closed_at AS "closedAt"`;

@Injectable()
export class BuyerErasureRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** From the commit on, no lead is offered to the buyer. */
  async stop(tx: Tx, buyerId: string): Promise<void> {
    await tx.query(ERASE_BUYER, [buyerId]);
  }

  async listClosing(): Promise<string[]> {
    const rows: { id: string }[] = await this.dataSource.query(
      `SELECT id FROM buyers WHERE erased_at IS NOT NULL AND closed_at IS NULL ORDER BY erased_at LIMIT ${BATCH_SIZE}`,
    );
    return rows.map(({ id }) => id);
  }

  /** Removes what the buyer wrote in reports, what admins answered, and why they chose the buyer for a lead. */
  async removeReportTexts(tx: Tx, buyerId: string): Promise<void> {
    await tx.query(
      `UPDATE problem_reports SET details = '', decision_note = ''
        WHERE buyer_id = $1 AND (details <> '' OR decision_note <> '')`,
      [buyerId],
    );
    await tx.query(`UPDATE lead_decisions SET reason = '' WHERE buyer_id = $1 AND reason <> ''`, [buyerId]);
  }

  /** Removes one batch of notes. */
  async removeNotes(tx: Tx, buyerId: string): Promise<{ areLeft: boolean }> {
    const removed = await tx.query(
      `UPDATE sold_leads SET notes = '', version = version + 1
        WHERE lead_id IN (SELECT lead_id FROM sold_leads WHERE buyer_id = $1 AND notes <> ''
                           LIMIT ${BATCH_SIZE} FOR UPDATE)
      RETURNING lead_id`,
      [buyerId],
    );
    return { areLeft: removed.length === BATCH_SIZE };
  }

  /** Returns the time, or undefined while a charge has no outcome yet, or if the buyer is closed already. */
  async close(tx: Tx, buyerId: string): Promise<Date | undefined> {
    const [closed] = await tx.query<{ closedAt: Date }>(CLOSE, [buyerId]);
    return closed?.closedAt;
  }

  async listUndelivered(tx: Tx, buyerId: string): Promise<string[]> {
    const leads = await tx.query<{ id: string }>(
      'SELECT lead_id AS id FROM sold_leads WHERE buyer_id = $1 AND delivered_at IS NULL',
      [buyerId],
    );
    return leads.map(({ id }) => id);
  }
}
