import { createOutboxTables } from '@desk/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAccounts1790000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE users (
        id                       uuid        PRIMARY KEY,
        email                    text        NOT NULL UNIQUE CHECK (email = lower(email)),
        password                 text        NOT NULL,
        first_name               text        NOT NULL,
        last_name                text        NOT NULL,
        phone                    text        NOT NULL,
        company_name             text,
        stripe_payment_method_id text,
        card_version             integer     NOT NULL DEFAULT 0,
        service_enabled          boolean     NOT NULL DEFAULT true,
        daily_lead_limit         integer     NOT NULL DEFAULT 25 CHECK (daily_lead_limit BETWEEN 1 AND 1000),
        is_admin                 boolean     NOT NULL DEFAULT false,
        time_zone                text        NOT NULL DEFAULT 'America/New_York',
        disabled_at              timestamptz,
        standing_stale           boolean     NOT NULL DEFAULT false,
        created_at               timestamptz NOT NULL DEFAULT now(),
        updated_at               timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX users_standing_stale ON users (id) WHERE standing_stale;
      CREATE INDEX users_newest ON users (created_at DESC, id DESC);

      CREATE TABLE sessions (
        sid     uuid        PRIMARY KEY,
        sess    json        NOT NULL,
        expire  timestamptz NOT NULL,
        user_id uuid        GENERATED ALWAYS AS ((sess ->> 'userId')::uuid) STORED NOT NULL
                            REFERENCES users (id) ON DELETE CASCADE
      );
      CREATE INDEX sessions_expire ON sessions (expire);
      CREATE INDEX sessions_user ON sessions (user_id);

      CREATE TABLE audit_events (
        id             bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at             timestamptz NOT NULL DEFAULT now(),
        actor_id       uuid,
        user_id        uuid,
        action         text        NOT NULL,
        address        text,
        user_agent     text,
        correlation_id text,
        old_value      jsonb,
        new_value      jsonb
      );
      CREATE INDEX audit_events_user ON audit_events (user_id, id DESC);
      REVOKE UPDATE, DELETE, TRUNCATE ON audit_events FROM desk_accounts;
      CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'the audit log is only added to' USING ERRCODE = '42501'; END $$;
      CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE ON audit_events
        FOR EACH ROW EXECUTE FUNCTION refuse_change();

      CREATE TABLE password_resets (
        id         uuid        PRIMARY KEY,
        user_id    uuid        NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        token_hash text        NOT NULL UNIQUE,
        expires_at timestamptz NOT NULL,
        used_at    timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX password_resets_user ON password_resets (user_id);

      CREATE TABLE email_changes (
        id         uuid        PRIMARY KEY,
        user_id    uuid        NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        new_email  text        NOT NULL,
        token_hash text        NOT NULL UNIQUE,
        expires_at timestamptz NOT NULL,
        used_at    timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX email_changes_user ON email_changes (user_id);

      CREATE TABLE get_started_leads (
        id               uuid        PRIMARY KEY,
        session_hash     text        NOT NULL UNIQUE,
        current_step     text        NOT NULL,
        completed_steps  text[]      NOT NULL DEFAULT '{}',
        accepted_terms   boolean     NOT NULL DEFAULT false,
        delivery_email   boolean     NOT NULL DEFAULT true,
        delivery_text    boolean     NOT NULL DEFAULT false,
        delivery_slack   boolean     NOT NULL DEFAULT false,
        delivery_other   text,
        first_name       text,
        last_name        text,
        company_name     text,
        email            text,
        phone            text,
        reserved_user_id uuid        NOT NULL UNIQUE,
        claim            jsonb,
        completed_at     timestamptz,
        user_id          uuid        REFERENCES users (id) ON DELETE SET NULL,
        created_at       timestamptz NOT NULL DEFAULT now(),
        updated_at       timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX get_started_leads_updated ON get_started_leads (updated_at);

      CREATE TABLE integration_requests (
        id               uuid        PRIMARY KEY,
        user_id          uuid        NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        integration_type text        NOT NULL CHECK (integration_type IN ('sms', 'slack', 'other')),
        status           text        NOT NULL DEFAULT 'pending',
        created_at       timestamptz NOT NULL DEFAULT now(),
        updated_at       timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX integration_requests_open ON integration_requests (user_id, integration_type)
        WHERE status = 'pending';

      CREATE TABLE throttles (
        key           text        PRIMARY KEY,
        hits          integer     NOT NULL,
        window_start  timestamptz NOT NULL DEFAULT now(),
        blocked_until timestamptz NOT NULL DEFAULT '-infinity',
        updated_at    timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX throttles_updated ON throttles (updated_at);
      ${createOutboxTables}
    `);
  }

  down(): Promise<void> {
    throw new Error('migrations only go forward');
  }
}
