import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Buyers whose service we paused because a lead could not be delivered (ADR 0041). Both columns are added without a
 * default, so the lock is short. The previous release ignores them.
 */
export class DeliveryPauses1790000061000 implements MigrationInterface {
  readonly name = 'DeliveryPauses1790000061000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE buyers
        ADD COLUMN delivery_pause_number bigint,
        ADD COLUMN delivery_paused_at timestamptz;
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
