import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Existing accounts have 72 hours from this migration on to confirm their address. An admin's was entered by an
 * operator and counts as confirmed.
 */
export class EmailOwnership1790000032000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users
        ADD COLUMN email_confirmed_at timestamptz,
        ADD COLUMN email_bounced_at timestamptz,
        ADD COLUMN email_confirm_by timestamptz NOT NULL DEFAULT now() + interval '72 hours',
        ADD COLUMN confirmation_sent_at timestamptz,
        ADD COLUMN card_digit_failures integer NOT NULL DEFAULT 0;
      UPDATE users SET email_confirmed_at = now() WHERE is_admin;

      CREATE TABLE email_confirmations (
        id         uuid        PRIMARY KEY,
        user_id    uuid        NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        email      text        NOT NULL,
        token_hash text        NOT NULL UNIQUE,
        expires_at timestamptz NOT NULL,
        used_at    timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX email_confirmations_user ON email_confirmations (user_id);
      CREATE INDEX email_confirmations_expires ON email_confirmations (expires_at);

      ALTER TABLE email_changes
        ADD COLUMN previous_email text,
        ADD COLUMN undo_token_hash text UNIQUE,
        ADD COLUMN undo_expires_at timestamptz;
      CREATE INDEX email_changes_undo ON email_changes (previous_email) WHERE undo_token_hash IS NOT NULL;

      ALTER TABLE password_resets ADD COLUMN digit_failures integer NOT NULL DEFAULT 0;
    `);
  }

  down(): Promise<void> {
    throw new Error('migrations only go forward');
  }
}
