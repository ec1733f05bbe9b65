import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which recovery of its account a channel or browser was set up after, and since when it awaits its agent's review. The
 * columns are added without a rewrite, so the locks are short.
 */
export class AccountRecoveries1795000060001 implements MigrationInterface {
  readonly name = 'AccountRecoveries1795000060001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE account_recoveries (
        user_id uuid PRIMARY KEY,
        version integer NOT NULL,
        at timestamptz NOT NULL
      );
      ALTER TABLE channels
        ADD COLUMN recovery_version integer NOT NULL DEFAULT 0,
        ADD COLUMN review_since timestamptz;
      ALTER TABLE push_subscriptions
        ADD COLUMN recovery_version integer NOT NULL DEFAULT 0,
        ADD COLUMN review_since timestamptz;
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
