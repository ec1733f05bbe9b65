import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an agent wrote about a request, and why the team declined it. Texts are limited by the contracts. */
export class IntegrationAnswers1790000053000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE integration_requests ADD COLUMN details text, ADD COLUMN decline_reason text
    `);
  }

  down(): Promise<void> {
    throw new Error('migrations only go forward');
  }
}
