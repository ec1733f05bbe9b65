import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a lead was undeliverable because of us. A default that is a constant, so the lock is short. */
export class OurFailures1790000067001 implements MigrationInterface {
  readonly name = 'OurFailures1790000067001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE refunds ADD COLUMN is_our_failure boolean NOT NULL DEFAULT false');
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
