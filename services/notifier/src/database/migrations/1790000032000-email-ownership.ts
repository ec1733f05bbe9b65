import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Existing addresses have 72 hours from this migration on to be confirmed, as in accounts. */
export class EmailOwnership1790000032000 implements MigrationInterface {
  readonly name = 'EmailOwnership1790000032000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE channels
        ADD COLUMN confirmed_at timestamptz,
        ADD COLUMN confirm_by timestamptz NOT NULL DEFAULT now() + interval '72 hours',
        ADD COLUMN bounced_at timestamptz;
      ALTER TABLE deliveries
        ADD COLUMN contact jsonb,
        ADD COLUMN redacted boolean NOT NULL DEFAULT false;
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
