import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `erased_at`: the buyer's account was erased and no card may be saved or charged. `forgotten_at`: the provider has no
 * card of the buyer any more (ADR 0023).
 */
export class CardErasure1790000037000 implements MigrationInterface {
  readonly name = 'CardErasure1790000037000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE customers
        ADD COLUMN erased_at timestamptz,
        ADD COLUMN forgotten_at timestamptz,
        ADD CONSTRAINT an_erased_buyer_has_no_usable_card CHECK (erased_at IS NULL OR NOT card_usable) NOT VALID;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
