import { MAILBOX_WINDOW_SECONDS } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import type { AccountMailContent } from './account-mails.js';

export interface MailboxCounter {
  /** Digests of the mailbox under every data key, the current one first. */
  readonly mailboxes: readonly string[];
  readonly group: string;
}

export interface StoredSummary {
  readonly id: string;
  readonly content: Extract<AccountMailContent, { readonly subject: 'summary' }>;
}

const WINDOW = `interval '${MAILBOX_WINDOW_SECONDS} s'`;

/** What counts against the limits of a mailbox. All times are the database's. */
@Injectable()
export class MailboxCountRepository {
  /** Until the commit, no other copy counts an email to this mailbox. Copies with other data keys share one with us. */
  async lock(tx: Tx, mailboxes: readonly string[]): Promise<void> {
    for (const mailbox of mailboxes.toSorted())
      await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [mailbox]);
  }

  /** Whether the email goes to the address that its user confirmed. */
  async isConfirmed(tx: Tx, mailId: string, address: string): Promise<boolean> {
    const rows = await tx.query(
      `SELECT 1 FROM account_mails m
         JOIN channels c ON c.buyer_id = m.user_id AND c.kind = 'email' AND c.address = $2
        WHERE m.id = $1 AND c.confirmed_at IS NOT NULL AND c.bounced_at IS NULL`,
      [mailId, address],
    );
    return rows.length > 0;
  }

  /** Returns 0 if fewer than `limit` other emails were counted in the last day, or the time until that is so. */
  async waitMs(tx: Tx, { mailboxes, group }: MailboxCounter, limit: number, mailId: string): Promise<number> {
    const [counted] = await tx.query<{ waitMs: number }>(
      `SELECT extract(epoch FROM counted_at + ${WINDOW} - clock_timestamp())::float8 * 1000 AS "waitMs"
         FROM account_mails
        WHERE mailbox = ANY ($1) AND mailbox_group = $2 AND id <> $4
          AND counted_at > clock_timestamp() - ${WINDOW}
        ORDER BY counted_at DESC OFFSET $3 - 1 LIMIT 1`,
      [mailboxes, group, limit, mailId],
    );
    return counted === undefined ? 0 : Math.max(1, Math.ceil(counted.waitMs));
  }

  async count(tx: Tx, { mailboxes: [mailbox], group }: MailboxCounter, mailId: string): Promise<void> {
    await tx.query(
      'UPDATE account_mails SET mailbox = $2, mailbox_group = $3, counted_at = clock_timestamp() WHERE id = $1',
      [mailId, mailbox, group],
    );
  }

  /** Returns the summary to this address that nobody has tried to send, and keeps others from claiming it. */
  async lockSummary(tx: Tx, address: string): Promise<StoredSummary | undefined> {
    const [summary] = await tx.query<StoredSummary>(
      `SELECT id, content FROM account_mails
        WHERE status = 'queued' AND address = $1 AND content->>'subject' = 'summary' AND attempts = attempts_before
        ORDER BY queued_at LIMIT 1 FOR UPDATE`,
      [address],
    );
    return summary;
  }

  async updateSummary(tx: Tx, { id, content }: StoredSummary): Promise<void> {
    await tx.query('UPDATE account_mails SET content = $2 WHERE id = $1', [id, JSON.stringify(content)]);
  }
}
