import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What admins decided about waiting leads (ADR 0053). A withdrawn lead is expired, which copies of the previous release
 * never sell and anonymize on time. They ignore the table.
 */
export class LeadDecisions1790000056600 implements MigrationInterface {
  readonly name = 'LeadDecisions1790000056600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE lead_decisions (
        lead_id uuid NOT NULL,
        id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN ('withdrawn', 'rerouted')),
        reason text NOT NULL,
        actor_id uuid NOT NULL,
        decided_at timestamptz NOT NULL,
        buyer_id uuid,
        offer_id uuid,
        overrode_filters boolean NOT NULL DEFAULT false,
        PRIMARY KEY (lead_id, id),
        CONSTRAINT a_rerouted_lead_has_an_offer CHECK ((kind = 'rerouted') = (num_nonnulls(buyer_id, offer_id) = 2))
      );
      CREATE UNIQUE INDEX lead_decisions_one_withdrawal ON lead_decisions (lead_id) WHERE kind = 'withdrawn';
      CREATE INDEX lead_decisions_of_buyer ON lead_decisions (buyer_id) WHERE buyer_id IS NOT NULL;
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
