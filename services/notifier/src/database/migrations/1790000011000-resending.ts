import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A delivery that was given up may be sent again: `attempts` goes on counting, because it tells one process's hold
 * on a row from another's, and `attempts_before` says how many were made before the present round. The list of
 * failures goes on after a time as it is told, in whole milliseconds, so its index is ordered by that.
 */
export class Resending1790000011000 implements MigrationInterface {
  readonly name = 'Resending1790000011000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE deliveries ADD COLUMN attempts_before integer NOT NULL DEFAULT 0;
      ALTER TABLE account_mails ADD COLUMN attempts_before integer NOT NULL DEFAULT 0;
      CREATE INDEX deliveries_failed ON deliveries ((failed_at::timestamptz(3)) DESC, id DESC)
        WHERE status = 'failed';
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
