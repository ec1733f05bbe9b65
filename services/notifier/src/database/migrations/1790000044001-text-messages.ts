import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What set-up, opt-outs and later reports of text messages need. The columns are nullable, so the lock on `deliveries` is
 * short; the index on `channels` covers the few with a phone number.
 */
export class TextMessages1790000044001 implements MigrationInterface {
  readonly name = 'TextMessages1790000044001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE deliveries ADD COLUMN provider_message_id text, ADD COLUMN confirmed_at timestamptz;
      CREATE INDEX channels_by_phone ON channels (address) WHERE kind = 'sms';
      CREATE TABLE phone_codes (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL,
        phone text NOT NULL,
        digest text NOT NULL,
        opt_in_text text NOT NULL,
        network text NOT NULL,
        tries integer NOT NULL DEFAULT 0,
        requested_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        used_at timestamptz
      );
      CREATE INDEX phone_codes_by_user ON phone_codes (user_id, requested_at DESC);
      CREATE INDEX phone_codes_by_phone ON phone_codes (phone, requested_at DESC);
      CREATE INDEX phone_codes_by_age ON phone_codes (requested_at);
      CREATE TABLE phone_consents (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL,
        phone text NOT NULL,
        wording text NOT NULL,
        network text NOT NULL,
        agreed_at timestamptz NOT NULL,
        confirmed_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX phone_consents_by_user ON phone_consents (user_id);
      CREATE TABLE phone_opt_outs (
        id uuid PRIMARY KEY,
        phone text NOT NULL,
        opted_out_at timestamptz NOT NULL DEFAULT now(),
        lifted_at timestamptz
      );
      CREATE UNIQUE INDEX phone_opt_outs_in_force ON phone_opt_outs (phone) WHERE lifted_at IS NULL;
    `);
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations run forward only'));
  }
}
