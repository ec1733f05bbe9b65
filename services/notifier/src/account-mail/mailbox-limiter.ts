import { canonicalMailbox, MAILBOX_WINDOW_SECONDS } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { DataCipher, InjectEnv, InjectLogger, type Logger, type SettingsOf } from '@desk/service-kit';
import type { Postponement } from '@desk/steps';
import { Injectable } from '@nestjs/common';
import { ChannelRepository } from '../channels/channel.repository.js';
import type { SendFailure } from '../sending/send-outcome.js';
import { AccountMailRepository, type ClaimedMail } from './account-mail.repository.js';
import { type AccountMailContent, toDailyLimit, toMailboxGroup } from './account-mails.js';
import type { adminNoticeSettings } from './admin-notice-settings.js';

interface MailboxCounter {
  /** Digests of the mailbox under every data key, the current one first. */
  readonly mailboxes: readonly string[];
  readonly group: string;
  readonly limit: number;
}

interface StoredSummary {
  readonly id: string;
  readonly content: Extract<AccountMailContent, { readonly subject: 'summary' }>;
}

const WINDOW = `interval '${MAILBOX_WINDOW_SECONDS} s'`;

/** Its conditions are those of the index `account_mails_summaries`. */
export const LOCK_SUMMARY = `
  SELECT id, content FROM account_mails
   WHERE status = 'queued' AND address = $1 AND content->>'subject' = 'summary' AND attempts = attempts_before
   ORDER BY queued_at LIMIT 1 FOR UPDATE`;

/** Stores and reads which emails count against the limits of a mailbox. All times are the database's. */
@Injectable()
export class MailboxCountRepository {
  /**
   * Keeps other copies of the notifier from counting an email to this mailbox until the commit. Locks the digest under every
   * key: copies that already use another data key have at least one in common with us.
   */
  async lock(tx: Tx, mailboxes: readonly string[]): Promise<void> {
    for (const mailbox of mailboxes.toSorted())
      await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [mailbox]);
  }

  /** Returns the time until fewer than `limit` other emails are counted in the last day; 0 if that is so now. */
  async waitMs(tx: Tx, { mailboxes, group, limit }: MailboxCounter, mailId: string): Promise<number> {
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

  /** Returns the queued summary to this address that was not attempted yet, and locks it so that nobody claims it. */
  async lockSummary(tx: Tx, address: string): Promise<StoredSummary | undefined> {
    return tx.one<StoredSummary>(LOCK_SUMMARY, [address]);
  }

  async updateSummary(tx: Tx, { id, content }: StoredSummary): Promise<void> {
    await tx.query('UPDATE account_mails SET content = $2 WHERE id = $1', [id, JSON.stringify(content)]);
  }
}

/** Undefined if the email may be sent. */
type Verdict = Postponement | SendFailure | undefined;

/** A summary waits this long, so that further notices can join it. */
const SUMMARY_DELAY_MS = 3_600_000;
/** A summary lists the newest notices, up to this many, and only counts the others. */
const MAX_LISTED_NOTICES = 20;
/** A summary is dropped if the limit has kept it back until even its newest notice is older than this. */
const SUMMARY_LIFETIME_MS = 3 * 86_400_000;

/** For an email whose row has already ended, or that another process has claimed: postponing it changes nothing. */
const ENDED: Postponement = { result: 'postponed', delayMs: 0 };
const NO_LONGER_USEFUL: SendFailure = { result: 'permanent', reason: 'NO_LONGER_USEFUL' };

/**
 * Limits how many emails a mailbox gets in a day, whatever causes them (ADR 20). Counts each email before it is sent, so that
 * a crash in between can only count one too many. A retry does not count twice: it replaces the earlier count of the same
 * email.
 */
@Injectable()
export class MailboxLimiter {
  constructor(
    private readonly transactions: Transactions,
    private readonly channels: ChannelRepository,
    private readonly counts: MailboxCountRepository,
    private readonly mails: AccountMailRepository,
    private readonly cipher: DataCipher,
    @InjectEnv() private readonly env: SettingsOf<typeof adminNoticeSettings>,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /**
   * Counts an attempt. If the limit is reached, ends the email, or postpones it if it is a summary. Ends it if
   * its account is being erased, so that no summary outlives the erasure.
   *
   * @param title names the email in a summary
   */
  async count(row: ClaimedMail, title: string): Promise<Verdict> {
    const group = toMailboxGroup(row.content);
    const limit = toDailyLimit(group, row.isConfirmed || this.isForTeam(row));
    if (limit === undefined) return undefined;
    const mailboxes = this.cipher.digests(canonicalMailbox(row.address), 'account_mails.mailbox');
    const counter = { mailboxes, group, limit };
    return this.transactions.run(async (tx) => {
      // First, because an erasure locks channels before mails.
      if (row.userId !== null && (await this.channels.lockErased(tx, row.userId))) return NO_LONGER_USEFUL;
      await this.counts.lock(tx, mailboxes);
      if (row.content.subject === 'summary') return this.countSummary(tx, row, counter);
      if (group === 'notices') return this.countNotice(tx, row, counter, title);
      return (await this.countIfBelow(tx, row, counter)) ? undefined : this.drop(tx, row);
    });
  }

  private isForTeam({ address }: ClaimedMail): boolean {
    return address === this.env.ADMIN_NOTICES_TO;
  }

  private async countIfBelow(tx: Tx, { id }: ClaimedMail, counter: MailboxCounter): Promise<boolean> {
    if ((await this.counts.waitMs(tx, counter, id)) > 0) return false;
    await this.counts.count(tx, counter, id);
    return true;
  }

  private async drop(tx: Tx, row: ClaimedMail): Promise<Verdict> {
    if (await this.mails.table.setFailed(tx, row, 'MAILBOX_LIMIT'))
      this.logger.warn({ mailId: row.id, subject: row.content.subject }, 'account mail dropped');
    return ENDED;
  }

  private async countSummary(tx: Tx, row: ClaimedMail, counter: MailboxCounter): Promise<Verdict> {
    const delayMs = await this.counts.waitMs(tx, counter, row.id);
    if (delayMs === 0) {
      await this.counts.count(tx, counter, row.id);
      return undefined;
    }
    const newest = row.content.subject === 'summary' ? row.content.notices.at(-1) : undefined;
    if (newest && Date.parse(newest.at) + SUMMARY_LIFETIME_MS < Date.now()) return NO_LONGER_USEFUL;
    return { result: 'postponed', delayMs };
  }

  /**
   * Leaves the last email of the day for a summary. While a summary waits, notices join it, so that none arrives before an
   * older one.
   */
  private async countNotice(
    tx: Tx,
    row: ClaimedMail,
    counter: MailboxCounter,
    title: string,
  ): Promise<Verdict> {
    const { id, userId, address, content } = row;
    const waiting = await this.counts.lockSummary(tx, address);
    const withoutLast = { ...counter, limit: counter.limit - 1 };
    if (!waiting && (await this.countIfBelow(tx, row, withoutLast))) return undefined;
    if (!(await this.mails.table.setFailed(tx, row, 'MAILBOX_LIMIT'))) return ENDED;
    const notice = { title, at: 'at' in content ? content.at : new Date().toISOString() };
    if (waiting) {
      const notices = [...waiting.content.notices, notice];
      const excess = Math.max(0, notices.length - MAX_LISTED_NOTICES);
      const further = waiting.content.further + excess;
      const summary = { ...waiting.content, notices: notices.slice(excess), further };
      await this.counts.updateSummary(tx, { id: waiting.id, content: summary });
    } else {
      const waitMs = await this.counts.waitMs(tx, counter, id);
      const dueAt = new Date(Date.now() + Math.max(SUMMARY_DELAY_MS, waitMs));
      const isForTeam = this.isForTeam(row);
      await this.mails.insert(tx, {
        // A summary for the team may list notices about several users.
        userId: isForTeam ? null : userId,
        address,
        occasion: `summary-${id}`,
        content: { subject: 'summary', notices: [notice], further: 0, ...(isForTeam && { isForTeam }) },
        dueAt,
      });
    }
    this.logger.info({ mailId: id, subject: content.subject }, 'account mail summarized');
    return ENDED;
  }
}
