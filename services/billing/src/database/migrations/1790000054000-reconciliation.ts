import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Comparisons with the card provider, what they found, and the provider's fees (ADR 0043). The previous release ignores them. */
export class Reconciliation1790000054000 implements MigrationInterface {
  readonly name = 'Reconciliation1790000054000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE reconciliation_runs (
        id uuid PRIMARY KEY,
        trigger text NOT NULL CHECK (trigger IN ('schedule', 'admin', 'command')),
        requested_by uuid,
        requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        window_hours integer CHECK (window_hours > 0),
        window_from timestamptz,
        window_to timestamptz,
        phase text NOT NULL DEFAULT 'payments',
        position text,
        payments integer NOT NULL DEFAULT 0,
        refunds integer NOT NULL DEFAULT 0,
        disputes integer NOT NULL DEFAULT 0,
        found integer NOT NULL DEFAULT 0,
        resolved integer NOT NULL DEFAULT 0,
        failures integer NOT NULL DEFAULT 0,
        failure text,
        next_attempt_at timestamptz NOT NULL DEFAULT '-infinity',
        lease uuid,
        leased_until timestamptz NOT NULL DEFAULT '-infinity',
        finished_at timestamptz,
        CONSTRAINT a_finished_run_has_a_window CHECK (
          finished_at IS NULL OR (window_from IS NOT NULL AND window_to IS NOT NULL)
        )
      );
      CREATE UNIQUE INDEX reconciliation_runs_one_unfinished ON reconciliation_runs ((true)) WHERE finished_at IS NULL;
      CREATE INDEX reconciliation_runs_newest ON reconciliation_runs (requested_at DESC, id DESC);

      CREATE TABLE reconciliation_seen (
        run_id uuid NOT NULL REFERENCES reconciliation_runs,
        provider_id text NOT NULL,
        PRIMARY KEY (run_id, provider_id)
      );

      CREATE TABLE reconciliation_differences (
        id uuid PRIMARY KEY,
        object text NOT NULL CHECK (object IN ('payment', 'refund', 'dispute')),
        kind text NOT NULL,
        provider_id text NOT NULL,
        purchase_id uuid,
        ours jsonb,
        theirs jsonb,
        state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'acknowledged', 'resolved')),
        first_seen_at timestamptz NOT NULL,
        opened_at timestamptz NOT NULL,
        last_seen_at timestamptz NOT NULL,
        last_run_id uuid NOT NULL REFERENCES reconciliation_runs,
        resolved_at timestamptz,
        acknowledged_at timestamptz,
        acknowledged_by uuid,
        note text,
        CONSTRAINT reconciliation_differences_once UNIQUE (object, kind, provider_id),
        CONSTRAINT what_is_resolved_has_a_time CHECK ((state = 'resolved') = (resolved_at IS NOT NULL)),
        CONSTRAINT what_is_acknowledged_has_an_admin CHECK (
          state <> 'acknowledged' OR num_nulls(acknowledged_at, acknowledged_by, note) = 0
        )
      );
      CREATE INDEX reconciliation_differences_newest ON reconciliation_differences (first_seen_at DESC, id DESC);
      CREATE INDEX reconciliation_differences_unresolved ON reconciliation_differences (id) WHERE state <> 'resolved';

      CREATE TABLE balance_transactions (
        id text PRIMARY KEY,
        purchase_id uuid NOT NULL REFERENCES purchases,
        type text NOT NULL,
        amount_cents integer NOT NULL,
        fee_cents integer NOT NULL,
        currency text NOT NULL,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX balance_transactions_by_time ON balance_transactions (created_at);
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
