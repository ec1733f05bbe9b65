import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The two names as the funnel posted them. Earlier leads have the full name only. */
export class PostedNames1790000165001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE leads ADD COLUMN first_name text, ADD COLUMN last_name text');
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
