import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether a text message that was accepted failed later because of us. Null unless a failure was reported. The previous
 * release leaves it null, which counts as no.
 */
export class ReportedFailures1790000069500 implements MigrationInterface {
  readonly name = 'ReportedFailures1790000069500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE deliveries ADD COLUMN reported_failure_is_ours boolean');
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
