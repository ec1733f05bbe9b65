import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Identifies actions of other services, so that a repeated message does not repeat the audit entry. */
export class RecordedActions1790000012000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE audit_events ADD COLUMN action_id uuid;
      CREATE UNIQUE INDEX audit_events_action ON audit_events (action_id) WHERE action_id IS NOT NULL;
    `);
  }

  down(): Promise<void> {
    throw new Error('migrations only go forward');
  }
}
