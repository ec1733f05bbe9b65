import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Money given back (ADR 0037). The previous release neither reads nor writes this table. */
export class Refunds1790000048000 implements MigrationInterface {
  readonly name = 'Refunds1790000048000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE refunds (
        id uuid PRIMARY KEY,
        purchase_id uuid NOT NULL REFERENCES purchases (id),
        amount decimal(10,2) NOT NULL CHECK (amount > 0),
        status text NOT NULL CHECK (status IN ('requested', 'pending', 'succeeded', 'failed', 'canceled')),
        reason text NOT NULL,
        note text,
        requested_by uuid,
        stripe_refund_id text UNIQUE,
        provider_status text,
        failure_reason text,
        create_attempt integer NOT NULL DEFAULT 1,
        resolve_attempt integer NOT NULL DEFAULT 0,
        requested_at timestamptz NOT NULL DEFAULT now(),
        succeeded_at timestamptz,
        ended_at timestamptz,
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT only_a_new_refund_lacks_the_provider_id CHECK (
          stripe_refund_id IS NOT NULL OR status IN ('requested', 'failed', 'canceled')
        ),
        CONSTRAINT a_refund_that_succeeded_has_a_time CHECK (status <> 'succeeded' OR succeeded_at IS NOT NULL),
        CONSTRAINT a_refund_that_ended_has_a_time CHECK ((status IN ('failed', 'canceled')) = (ended_at IS NOT NULL))
      );
      -- The last safeguard: no payment is given back twice, whatever bug this service has.
      CREATE UNIQUE INDEX refunds_one_of_ours_for_a_purchase ON refunds (purchase_id)
        WHERE status IN ('requested', 'pending', 'succeeded') AND reason <> 'made-at-provider';
      CREATE INDEX refunds_of_purchase ON refunds (purchase_id, requested_at);
      CREATE INDEX refunds_open ON refunds (requested_at) WHERE status IN ('requested', 'pending');
      CREATE INDEX refunds_failed ON refunds (ended_at) WHERE status = 'failed';
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
