import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What buyers have in common, as keyed digests (ADR 0063). Rows stay when a buyer gets another card or phone. The previous
 * release ignores the table.
 */
export class BuyerTies1790000163020 implements MigrationInterface {
  readonly name = 'BuyerTies1790000163020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE buyer_ties (
        kind text NOT NULL CHECK (kind IN ('card', 'phone', 'domain')),
        digest text NOT NULL,
        buyer_id uuid NOT NULL,
        PRIMARY KEY (kind, digest, buyer_id)
      );
      CREATE INDEX buyer_ties_of_buyer ON buyer_ties (buyer_id);
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
