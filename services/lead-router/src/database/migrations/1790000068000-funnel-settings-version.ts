import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counts the changes of a funnel's settings, so that a form does not undo a change made after it was loaded. The default
 * is a constant, so the rows are not rewritten. The previous release ignores the column.
 */
export class FunnelSettingsVersion1790000068000 implements MigrationInterface {
  readonly name = 'FunnelSettingsVersion1790000068000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE funnels ADD COLUMN settings_version integer NOT NULL DEFAULT 1');
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
