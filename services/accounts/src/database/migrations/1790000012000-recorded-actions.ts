import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was done with another service is written down once, however often it is told. */
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
