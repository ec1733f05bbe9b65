import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `service_enabled` and `daily_lead_limit` become a read copy of what lead-router owns, with its version.
 *
 * `stale_standings` and `users.standing_stale` stay for copies of the previous release; drop them in the next one.
 * That release paused disabled accounts in lead-router, so they are paused here too: an account disabled before the
 * update stays paused when it is enabled again, and its agent resumes.
 */
export class SettingsCopy1790000021000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users
        ADD COLUMN settings_version integer NOT NULL DEFAULT 1,
        ADD COLUMN published_disabled boolean NOT NULL DEFAULT false,
        ADD COLUMN status_version integer NOT NULL DEFAULT 0;
      UPDATE users SET service_enabled = false WHERE disabled_at IS NOT NULL;
      CREATE INDEX users_unpublished_status ON users (id)
        WHERE NOT is_admin AND published_disabled <> (disabled_at IS NOT NULL);
    `);
  }

  down(): Promise<void> {
    throw new Error('migrations only go forward');
  }
}
