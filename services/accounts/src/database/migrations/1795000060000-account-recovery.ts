import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counts the recoveries of an account, and says which sign-in methods await their owner's review after one. Keeps which
 * terms were accepted, when and from where. All columns are added without a rewrite, so the locks are short. The columns
 * of reviews are empty, so their constraints hold for every row without being validated.
 *
 * Whose sign-up recorded the terms before has no version: what was published then is not known here.
 */
export class AccountRecovery1795000060000 implements MigrationInterface {
  readonly name = 'AccountRecovery1795000060000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users
        ADD COLUMN recovery_version integer NOT NULL DEFAULT 0,
        ADD COLUMN published_recovery_version integer NOT NULL DEFAULT 0,
        ADD COLUMN terms_accepted_at timestamptz,
        ADD COLUMN terms_version text,
        ADD COLUMN terms_network text;

      ALTER TABLE authenticator_apps
        ADD COLUMN review text,
        ADD CONSTRAINT authenticator_apps_review CHECK (review IN ('after-password', 'off')) NOT VALID;
      ALTER TABLE passkeys
        ADD COLUMN review text,
        ADD CONSTRAINT passkeys_review CHECK (review IN ('after-password', 'off')) NOT VALID;

      ALTER TABLE get_started_leads
        ADD COLUMN terms_accepted_at timestamptz,
        ADD COLUMN terms_version text,
        ADD COLUMN terms_network text;

      -- bounded: users who signed up by the wizard, some thousands
      UPDATE users u SET terms_accepted_at = d.created_at
        FROM get_started_leads d WHERE d.user_id = u.id AND d.accepted_terms;
    `);
  }

  down(): Promise<void> {
    throw new Error('migrations only go forward');
  }
}
