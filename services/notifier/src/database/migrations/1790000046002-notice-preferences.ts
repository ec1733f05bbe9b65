import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which emails agents want, and when. Without a row the defaults hold, so no row is needed for existing agents. */
export class NoticePreferences1790000046002 implements MigrationInterface {
  readonly name = 'NoticePreferences1790000046002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE notice_preferences (
        user_id uuid PRIMARY KEY,
        limit_reached boolean NOT NULL DEFAULT true,
        channel_problems boolean NOT NULL DEFAULT true,
        receipts boolean NOT NULL DEFAULT false,
        quiet_from time,
        quiet_to time,
        time_zone text,
        time_zone_version integer NOT NULL DEFAULT 0,
        updated_at timestamptz NOT NULL DEFAULT now(),
        CHECK ((quiet_from IS NULL) = (quiet_to IS NULL))
      )`);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
