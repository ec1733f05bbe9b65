import { createIndexConcurrently } from '@desk/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What counts against the limits of a mailbox. Copies of the previous release count nothing. */
export class MailboxLimits1790000162000 implements MigrationInterface {
  readonly name = 'MailboxLimits1790000162000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE account_mails ADD COLUMN IF NOT EXISTS mailbox text,
        ADD COLUMN IF NOT EXISTS mailbox_group text, ADD COLUMN IF NOT EXISTS counted_at timestamptz`);
    await createIndexConcurrently(
      runner,
      'account_mails_mailbox',
      'account_mails (mailbox, mailbox_group, counted_at) WHERE mailbox IS NOT NULL',
    );
  }

  down(): Promise<never> {
    return Promise.reject(new Error('migrations only go forward'));
  }
}
