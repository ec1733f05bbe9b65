import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets users change their time zone. The column has a constant default, so the lock is short. */
export class TimeZoneChanges1790000046000 implements MigrationInterface {
  readonly name = 'TimeZoneChanges1790000046000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN time_zone_version integer NOT NULL DEFAULT 0');
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
