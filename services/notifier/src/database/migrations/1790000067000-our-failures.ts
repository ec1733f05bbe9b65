import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether an attempt failed because of us. The previous release leaves it null, which counts as no. */
export class OurFailures1790000067000 implements MigrationInterface {
  readonly name = 'OurFailures1790000067000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE delivery_attempts ADD COLUMN is_our_failure boolean');
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
