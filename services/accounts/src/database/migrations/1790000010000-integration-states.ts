import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The indexes order by whole milliseconds, because the cursors of the admin's list do. */
export class IntegrationStates1790000010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE integration_requests ADD CONSTRAINT integration_requests_status
        CHECK (status IN ('pending', 'completed', 'declined'));
      CREATE INDEX integration_requests_newest ON integration_requests
        ((created_at::timestamptz(3)) DESC, id DESC);
      CREATE INDEX integration_requests_by_status ON integration_requests
        (status, (created_at::timestamptz(3)) DESC, id DESC);
      CREATE INDEX integration_requests_user ON integration_requests (user_id, created_at DESC);
    `);
  }

  down(): Promise<void> {
    throw new Error('migrations only go forward');
  }
}
