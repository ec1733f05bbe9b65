import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets `buyer_feed` hold 'eligibility-changed', which the previous release called 'standing-changed'. */
export class EligibilityChanged1790000020000 implements MigrationInterface {
  readonly name = 'EligibilityChanged1790000020000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE buyer_feed DROP CONSTRAINT buyer_feed_kind_check,
        ADD CONSTRAINT buyer_feed_kind_check
          CHECK (kind IN ('lead-sold', 'lead-delivered', 'eligibility-changed', 'standing-changed')) NOT VALID
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
