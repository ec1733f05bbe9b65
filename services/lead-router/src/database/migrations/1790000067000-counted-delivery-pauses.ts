import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counts the delivery pauses of a buyer (ADR 0041). The default is a constant, so the rows are not rewritten and the
 * lock is short. The previous release ignores the column.
 */
export class CountedDeliveryPauses1790000067000 implements MigrationInterface {
  readonly name = 'CountedDeliveryPauses1790000067000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE buyers ADD COLUMN delivery_pauses timestamptz[] NOT NULL DEFAULT '{}'`);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
