import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Sold leads whose payment went back to the card (ADR 0037). The previous release ignores the columns.
 */
export class RefundedLeads1790000048000 implements MigrationInterface {
  readonly name = 'RefundedLeads1790000048000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sold_leads
        ADD COLUMN refunded_at timestamptz(3),
        ADD COLUMN refund_id uuid,
        ADD COLUMN failed_refunds uuid[] NOT NULL DEFAULT '{}';
      ALTER TABLE lead_offers ADD COLUMN slot_returned_at timestamptz;
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
