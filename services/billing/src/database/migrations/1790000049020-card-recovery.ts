import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why a card is unusable, and who was told that a card expires. The previous release ignores both. */
export class CardRecovery1790000049020 implements MigrationInterface {
  readonly name = 'CardRecovery1790000049020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE customers ADD COLUMN decline_code text;
      CREATE TABLE card_expiry_notices (
        buyer_id uuid NOT NULL,
        stripe_payment_method_id text NOT NULL,
        exp_year integer NOT NULL,
        exp_month integer NOT NULL,
        days integer NOT NULL,
        noticed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (buyer_id, stripe_payment_method_id, exp_year, exp_month, days)
      );
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
