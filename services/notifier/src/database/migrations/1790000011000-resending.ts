import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets a failed delivery be sent again. `attempts` keeps counting because it identifies the lease of a process, so
 * `attempts_before` holds the attempts of earlier rounds. Cursors of the failure list carry whole milliseconds, so
 * its index rounds `failed_at` the same way.
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
