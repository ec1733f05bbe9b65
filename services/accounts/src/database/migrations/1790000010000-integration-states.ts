import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A page of the admin's list goes on after a time as it is told: in whole milliseconds. So that is what the indexes
 * are ordered by.
 */
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
