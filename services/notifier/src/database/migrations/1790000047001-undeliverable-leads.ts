import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sold leads that no channel could deliver. A row is added with the message that has the buyer refunded. */
export class UndeliverableLeads1790000047001 implements MigrationInterface {
  readonly name = 'UndeliverableLeads1790000047001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE undeliverable_leads (
        offer_id uuid PRIMARY KEY,
        lead_id uuid NOT NULL,
        buyer_id uuid NOT NULL,
        at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp())
      );
      CREATE INDEX undeliverable_leads_by_lead ON undeliverable_leads (lead_id);
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
