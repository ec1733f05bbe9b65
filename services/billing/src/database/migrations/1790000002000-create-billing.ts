import { createOutboxTables } from '@desk/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateBilling1790000002000 implements MigrationInterface {
  readonly name = 'CreateBilling1790000002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createOutboxTables);
    await runner.query(`
      CREATE TABLE customers (
        buyer_id uuid PRIMARY KEY,
        stripe_customer_id text UNIQUE,
        stripe_payment_method_id text,
        card_brand text,
        card_last4 text,
        card_exp_month integer,
        card_exp_year integer,
        card_version integer NOT NULL DEFAULT 0,
        card_usable boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT a_usable_card_is_complete CHECK (
          NOT card_usable
          OR (stripe_customer_id IS NOT NULL AND stripe_payment_method_id IS NOT NULL AND card_version > 0)
        )
      );

      CREATE TABLE purchases (
        id uuid PRIMARY KEY,
        offer_id uuid NOT NULL UNIQUE,
        user_id uuid NOT NULL,
        lead_id uuid NOT NULL,
        amount decimal(10,2) NOT NULL CHECK (amount > 0),
        currency text NOT NULL,
        status text NOT NULL CHECK (status IN ('pending', 'unknown', 'succeeded', 'failed', 'refunded')),
        stripe_payment_intent_id text UNIQUE,
        stripe_payment_method_id text,
        stripe_customer_id text,
        card_version integer NOT NULL,
        create_attempt integer NOT NULL DEFAULT 1,
        confirm_attempt integer NOT NULL DEFAULT 1,
        resolve_attempt integer NOT NULL DEFAULT 0,
        decline_code text,
        cancel_code text,
        first_requested_at timestamptz NOT NULL DEFAULT now(),
        purchased_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT a_payment_has_an_intent_and_a_time CHECK (
          (status IN ('succeeded', 'refunded')) = (purchased_at IS NOT NULL)
          AND (purchased_at IS NULL OR stripe_payment_intent_id IS NOT NULL)
        ),
        CONSTRAINT a_failure_has_a_code CHECK ((status = 'failed') = (decline_code IS NOT NULL))
      );
      -- The last safeguard: no lead is charged twice, whatever bug a service has.
      CREATE UNIQUE INDEX purchases_one_for_a_lead ON purchases (lead_id)
        WHERE status NOT IN ('failed', 'refunded');
      CREATE INDEX purchases_open ON purchases (first_requested_at) WHERE status IN ('pending', 'unknown');
      CREATE INDEX purchases_paid ON purchases (purchased_at DESC, id DESC) WHERE purchased_at IS NOT NULL;

      CREATE TABLE provider_events (
        event_id text PRIMARY KEY,
        type text NOT NULL,
        payload jsonb NOT NULL,
        received_at timestamptz NOT NULL DEFAULT now(),
        processed_at timestamptz
      );
      CREATE INDEX provider_events_waiting ON provider_events (received_at) WHERE processed_at IS NULL;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}
