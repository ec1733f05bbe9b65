import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds when the buyer of an undeliverable lead saw it, so that it was not refunded (ADR 0063). The previous release
 * ignores the column, and refuses to send such a lead again.
 */
export class SeenLeads1790000163001 implements MigrationInterface {
  readonly name = 'SeenLeads1790000163001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE undeliverable_leads ADD COLUMN seen_at timestamptz');
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
