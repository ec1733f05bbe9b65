import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets deliveries outlive their content (ADR 0020). */
export class Retention1790000035000 implements MigrationInterface {
  readonly name = 'Retention1790000035000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE deliveries ADD COLUMN content_removed_at timestamptz');
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
