import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What admins set for a funnel, and the leads that were posted in test mode (ADR 0048). */
export class FunnelSettings1790000052000 implements MigrationInterface {
  readonly name = 'FunnelSettings1790000052000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE funnels
        ADD COLUMN is_test boolean NOT NULL DEFAULT false CHECK (NOT (is_test AND active)) -- bounded: dozens of funnels
        ,
        ADD COLUMN allowed_origins text[] NOT NULL DEFAULT '{}',
        ADD COLUMN requests_per_second integer CHECK (requests_per_second > 0) -- bounded: dozens of funnels
        ,
        ADD COLUMN duplicate_window_days integer CHECK (duplicate_window_days > 0) -- bounded: dozens of funnels
        ,
        ADD COLUMN required_fields text[] NOT NULL DEFAULT '{}',
        ADD COLUMN requires_consent_proof boolean NOT NULL DEFAULT false;
      -- bounded: a few keys for each funnel
      CREATE INDEX funnel_keys_of ON funnel_keys (funnel_id, created_at);
      CREATE TABLE test_leads (
        id uuid PRIMARY KEY,
        funnel_id uuid NOT NULL REFERENCES funnels (id),
        idempotency_key text,
        body_digest text NOT NULL,
        would_sell boolean NOT NULL,
        created_at timestamptz NOT NULL,
        UNIQUE (funnel_id, idempotency_key)
      );
      CREATE INDEX test_leads_created ON test_leads (created_at);
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
