import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Orders changes of a buyer's time zone. The column has a constant default, so the lock is short. */
export class BuyerTimeZones1790000046001 implements MigrationInterface {
  readonly name = 'BuyerTimeZones1790000046001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE buyers ADD COLUMN time_zone_version integer NOT NULL DEFAULT 0');
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
