import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Disputed payments, and the buyers whose service stops because of them (ADR 0042). The previous release ignores both. */
export class Disputes1790000048002 implements MigrationInterface {
  readonly name = 'Disputes1790000048002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE disputes (
        id uuid PRIMARY KEY,
        stripe_dispute_id text NOT NULL UNIQUE,
        purchase_id uuid NOT NULL REFERENCES purchases (id),
        buyer_id uuid NOT NULL,
        lead_id uuid NOT NULL,
        amount decimal(10,2) NOT NULL CHECK (amount > 0),
        status text NOT NULL,
        reason text NOT NULL,
        evidence_due_by timestamptz,
        opened_at timestamptz NOT NULL,
        closed_at timestamptz,
        reviewed_at timestamptz,
        reviewed_by uuid,
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT a_decided_dispute_has_a_time CHECK (status NOT IN ('won', 'lost') OR closed_at IS NOT NULL)
      );
      CREATE INDEX disputes_of_purchase ON disputes (purchase_id);
      CREATE INDEX disputes_to_review ON disputes (buyer_id) WHERE reviewed_at IS NULL;
      CREATE INDEX disputes_by_time ON disputes (opened_at DESC);
      CREATE TABLE buyer_reviews (
        buyer_id uuid PRIMARY KEY,
        version integer NOT NULL,
        is_under_review boolean NOT NULL
      );
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
