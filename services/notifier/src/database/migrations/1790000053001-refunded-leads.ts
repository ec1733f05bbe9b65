import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Leads whose buyer got the money back, for whatever reason. They are not sent again. */
export class RefundedLeads1790000053001 implements MigrationInterface {
  readonly name = 'RefundedLeads1790000053001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE refunded_leads (
        lead_id uuid PRIMARY KEY,
        refunded_at timestamptz NOT NULL
      );
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
