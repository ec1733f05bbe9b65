import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Buyers whose service stops because of a dispute (ADR 0042). The previous release reserves leads for them all the same. */
export class BuyersUnderReview1790000048001 implements MigrationInterface {
  readonly name = 'BuyersUnderReview1790000048001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE buyers
        ADD COLUMN under_review boolean NOT NULL DEFAULT false,
        ADD COLUMN review_version integer NOT NULL DEFAULT 0;
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
