import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes for searching payments in list order, and for listing the purchases of one lead. */
export class FindPayments1790000012000 implements MigrationInterface {
  readonly name = 'FindPayments1790000012000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX purchases_lead ON purchases (lead_id, created_at);
      CREATE INDEX purchases_paid_by_user ON purchases (user_id, purchased_at DESC, id DESC)
        WHERE purchased_at IS NOT NULL;
      CREATE INDEX purchases_paid_by_intent ON purchases (stripe_payment_intent_id text_pattern_ops)
        INCLUDE (purchased_at, id, amount, status) WHERE purchased_at IS NOT NULL;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
