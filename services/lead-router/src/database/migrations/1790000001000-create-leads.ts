import { createOutboxTables } from '@desk/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateLeads1790000001000 implements MigrationInterface {
  readonly name = 'CreateLeads1790000001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createOutboxTables);
    await runner.query(`
      CREATE TABLE funnels (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        active boolean NOT NULL DEFAULT true,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TABLE funnel_keys (
        key_hash text PRIMARY KEY,
        funnel_id uuid NOT NULL REFERENCES funnels (id),
        key_prefix text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        revoked_at timestamptz
      );
      CREATE TABLE rejections (
        funnel_id uuid NOT NULL,
        day date NOT NULL,
        reason text NOT NULL,
        count bigint NOT NULL,
        PRIMARY KEY (funnel_id, day, reason)
      );
      CREATE TABLE leads (
        id uuid PRIMARY KEY,
        funnel_id uuid NOT NULL REFERENCES funnels (id),
        idempotency_key text,
        body_hash text NOT NULL,
        full_name text NOT NULL,
        phone text NOT NULL,
        email text NOT NULL,
        state text NOT NULL,
        zip_code text NOT NULL,
        age_range text NOT NULL,
        estimated_assets text NOT NULL,
        purchase_timeline text NOT NULL,
        lead_type text NOT NULL,
        consent jsonb,
        reference text,
        price decimal(10, 2) NOT NULL DEFAULT 25.00,
        status text NOT NULL DEFAULT 'available'
          CHECK (status IN ('available', 'reserved', 'sold', 'expired')),
        is_available boolean GENERATED ALWAYS AS (status = 'available') STORED,
        offers_made integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        sold_at timestamptz,
        CHECK ((status = 'sold') = (sold_at IS NOT NULL)),
        UNIQUE (funnel_id, idempotency_key)
      );
      CREATE INDEX leads_waiting ON leads (created_at, id) WHERE status = 'available';
      CREATE TABLE lead_fingerprints (
        kind text NOT NULL CHECK (kind IN ('email', 'phone')),
        digest text NOT NULL,
        lead_id uuid NOT NULL,
        seen_at timestamptz NOT NULL,
        PRIMARY KEY (kind, digest)
      );
      CREATE TABLE buyers (
        id uuid PRIMARY KEY,
        service_enabled boolean NOT NULL,
        daily_lead_limit integer NOT NULL CHECK (daily_lead_limit BETWEEN 1 AND 1000),
        time_zone text NOT NULL,
        card_usable boolean NOT NULL DEFAULT false,
        card_version integer NOT NULL DEFAULT 0,
        is_open boolean NOT NULL DEFAULT false,
        reopens_at timestamptz,
        waiting_since timestamptz NOT NULL DEFAULT clock_timestamp(),
        units_day date,
        units_used integer NOT NULL DEFAULT 0 CHECK (units_used >= 0),
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX buyers_waiting ON buyers (waiting_since, id) WHERE is_open;
      CREATE INDEX buyers_reopening ON buyers (reopens_at) WHERE reopens_at IS NOT NULL;
      CREATE TABLE buyer_changes (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        buyer_id uuid NOT NULL REFERENCES buyers (id),
        at timestamptz NOT NULL,
        service_enabled boolean NOT NULL,
        daily_lead_limit integer NOT NULL
      );
      CREATE INDEX buyer_changes_of ON buyer_changes (buyer_id, at);
      CREATE TABLE lead_offers (
        id uuid PRIMARY KEY,
        lead_id uuid NOT NULL REFERENCES leads (id),
        buyer_id uuid NOT NULL REFERENCES buyers (id),
        status text NOT NULL CHECK (status IN ('open', 'charged', 'declined', 'released')),
        amount_cents integer NOT NULL,
        unit_day date NOT NULL,
        unit_number integer NOT NULL,
        limit_in_force integer NOT NULL,
        reserved_at timestamptz NOT NULL,
        settled_at timestamptz,
        decline_code text,
        UNIQUE (lead_id, buyer_id)
      );
      CREATE UNIQUE INDEX lead_offers_exclusive ON lead_offers (lead_id) WHERE status IN ('open', 'charged');
      CREATE INDEX lead_offers_of_buyer ON lead_offers (buyer_id, unit_day);
      REVOKE UPDATE, DELETE ON buyer_changes FROM desk_lead_router;
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
