import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counts leads of a buyer that no channel could deliver so far (ADR 0063). Defaults are constants, so no row is rewritten.
 * The previous release ignores the columns: its copies sell to a buyer who has too many.
 */
export class UndeliveredLeads1790000163010 implements MigrationInterface {
  readonly name = 'UndeliveredLeads1790000163010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sold_leads ADD COLUMN deferred_at timestamptz;
      ALTER TABLE buyers
        ADD COLUMN undelivered_leads integer NOT NULL DEFAULT 0,
        ADD COLUMN undelivered_allowance integer NOT NULL DEFAULT 1;
      ALTER TABLE lead_offers
        ADD COLUMN undelivered_leads integer,
        ADD COLUMN undelivered_allowance integer;
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
