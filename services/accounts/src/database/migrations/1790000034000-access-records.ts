import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `network` is for records that keep no full address, `operator` for changes made from the command line. Both are added
 * without rewriting the table.
 */
export class AccessRecords1790000034000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_events ADD COLUMN network text, ADD COLUMN operator text');
  }

  down(): Promise<void> {
    throw new Error('migrations only go forward');
  }
}
