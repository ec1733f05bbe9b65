import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Publishable keys are in the source of web pages. The previous release creates server keys only. */
export class PublishableKeys1790000165000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE funnel_keys ADD COLUMN is_publishable boolean NOT NULL DEFAULT false');
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
