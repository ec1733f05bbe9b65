import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The refunds of each lead, so that a lead whose refund failed can be sent again. Earlier refunds are only in
 * `refunded_leads`.
 */
export class LeadRefunds1790000058000 implements MigrationInterface {
  readonly name = 'LeadRefunds1790000058000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE lead_refunds (
        refund_id uuid PRIMARY KEY,
        lead_id uuid NOT NULL,
        refunded_at timestamptz,
        failed_at timestamptz
      );
      CREATE INDEX lead_refunds_lead ON lead_refunds (lead_id);
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
