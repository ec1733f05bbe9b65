import { createOutboxTables } from '@desk/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The columns for claiming and sending a row. Both tables have them, because the same statements serve both. */
const sendable = `
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('email', 'sms', 'slack', 'webhook')),
  address text NOT NULL,
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'sent', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  message_id text NOT NULL UNIQUE,
  content jsonb NOT NULL,
  lease_until timestamptz,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  last_error_code text,
  queued_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  failed_at timestamptz,
  CHECK ((status = 'sent') = (sent_at IS NOT NULL)),
  CHECK ((status = 'failed') = (failed_at IS NOT NULL))`;

export class CreateNotifications1790000001000 implements MigrationInterface {
  readonly name = 'CreateNotifications1790000001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createOutboxTables);
    await runner.query(`
      CREATE TABLE channels (
        id uuid PRIMARY KEY,
        buyer_id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN ('email', 'sms', 'slack', 'webhook')),
        address text NOT NULL,
        first_name text NOT NULL,
        verified_at timestamptz,
        disabled_at timestamptz,
        contact_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (buyer_id, kind)
      );
      CREATE TABLE deliveries (
        ${sendable},
        lead_id uuid NOT NULL,
        buyer_id uuid NOT NULL,
        offer_id uuid NOT NULL,
        channel_id uuid NOT NULL REFERENCES channels (id),
        UNIQUE (lead_id, channel_id)
      );
      CREATE INDEX deliveries_buyer ON deliveries (buyer_id, queued_at DESC);
      CREATE INDEX deliveries_waiting_for_channel ON deliveries (channel_id) WHERE status = 'queued';
      CREATE INDEX deliveries_queued ON deliveries (next_attempt_at) WHERE status = 'queued';
      CREATE TABLE account_mails (
        ${sendable},
        user_id uuid NOT NULL,
        occasion text NOT NULL UNIQUE
      );
      CREATE INDEX account_mails_queued ON account_mails (next_attempt_at) WHERE status = 'queued';
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
