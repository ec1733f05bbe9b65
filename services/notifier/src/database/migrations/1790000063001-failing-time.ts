import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How long messages to a channel were tried in vain. A default that is a constant, so the lock on `channels` is short. */
export class FailingTime1790000063001 implements MigrationInterface {
  readonly name = 'FailingTime1790000063001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE channels
        ADD COLUMN last_failed_at timestamptz,
        ADD COLUMN failing_seconds double precision NOT NULL DEFAULT 0;
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
