import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Browsers on which agents allowed notifications, and what is sent to them. New tables, so nothing waits for a lock. */
export class BrowserNotifications1790000053000 implements MigrationInterface {
  readonly name = 'BrowserNotifications1790000053000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE push_subscriptions (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL,
        endpoint_digest text NOT NULL,
        name text NOT NULL,
        settings text,
        allowed_at timestamptz NOT NULL DEFAULT now(),
        ended_at timestamptz,
        end_reason text,
        CHECK ((ended_at IS NULL) = (settings IS NOT NULL))
      );
      CREATE INDEX push_subscriptions_by_user ON push_subscriptions (user_id);
      CREATE UNIQUE INDEX push_subscriptions_by_endpoint ON push_subscriptions (endpoint_digest) WHERE ended_at IS NULL;
      CREATE INDEX push_subscriptions_ended ON push_subscriptions (ended_at) WHERE ended_at IS NOT NULL;
      CREATE TABLE push_messages (
        id uuid PRIMARY KEY,
        kind text NOT NULL CHECK (kind = 'push'),
        address text NOT NULL,
        status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'sent', 'failed')),
        attempts integer NOT NULL DEFAULT 0,
        attempts_before integer NOT NULL DEFAULT 0,
        message_id text NOT NULL UNIQUE,
        content jsonb NOT NULL,
        lease_until timestamptz,
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        last_error_code text,
        queued_at timestamptz NOT NULL DEFAULT now(),
        sent_at timestamptz,
        failed_at timestamptz,
        lead_id uuid NOT NULL,
        subscription_id uuid NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
        UNIQUE (lead_id, subscription_id),
        CHECK ((status = 'sent') = (sent_at IS NOT NULL)),
        CHECK ((status = 'failed') = (failed_at IS NOT NULL))
      );
      CREATE INDEX push_messages_of_browser ON push_messages (subscription_id, queued_at DESC);
      CREATE INDEX push_messages_queued ON push_messages (kind, next_attempt_at) WHERE status = 'queued';
      CREATE INDEX push_messages_finished ON push_messages (COALESCE(sent_at, failed_at)) WHERE status <> 'queued';
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
