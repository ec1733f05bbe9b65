import type { DeliveryFailureReason } from '@desk/contracts';
import { prepared, type Transactions, type Tx } from '@desk/outbox';
import type { MessageKind } from './message-kind.js';
import type { SendFailure, SendOutcome } from './send-outcome.js';
import type { SendableEntity } from './sendable.entity.js';

export type ClaimedRow<Content> = Pick<
  SendableEntity<Content>,
  'id' | 'kind' | 'address' | 'messageId' | 'attempts' | 'attemptsBefore' | 'content'
> & {
  readonly claimedAt: Date;
  /** Deliveries only. */
  readonly contact?: StoredContact;
  /** Deliveries only. */
  readonly channelId?: string;
  /** Browser notifications only. */
  readonly browserId?: string;
};

/**
 * What was known about the recipient when the delivery was claimed, as JSON. Empty if an email goes to an address that its
 * channel no longer has.
 */
export interface StoredContact {
  /** When the rest was read. */
  readonly at?: string;
  /** Identifies the channel's destination, because every set-up sets it. The previous release did not store it. */
  readonly verifiedAt?: string | null;
  readonly confirmedAt?: string | null;
  readonly confirmBy?: string;
  readonly bouncedAt?: string | null;
}

/** How long a row stays with a process that died. A process that is still sending renews the lease. */
const LEASE_SECONDS = 6;
/** Twice within a lease, so that one lost statement changes nothing. */
export const LEASE_RENEWAL_MS = 2_000;
/** A row that is still unclaimed this long after it was due counts as stuck. */
const OVERDUE_SECONDS = 5;

/** A repetition of an attempt that was recorded already changes nothing. */
const LOG_ATTEMPT = prepared(
  `INSERT INTO delivery_attempts (delivery_id, attempt, started_at, duration_ms, result, reason, provider_code, is_our_failure)
   VALUES ($1, $2, clock_timestamp() - $3 * interval '1 ms', $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
);

interface SendingOptions<Content> {
  /** Each claim sets this column and returns it. */
  readonly recorded?: { readonly column: 'contact'; readonly sql: string };
  /** Outcomes are logged in `delivery_attempts`. */
  readonly logsAttempts?: true;
  /** Each row belongs to a channel. */
  readonly hasChannels?: true;
  /** Each row belongs to a browser that shows notifications. */
  readonly hasBrowsers?: true;
  /** Decrypts a stored content. After an error the row stays queued, and is claimed again when its lease has run out. */
  readonly read?: (stored: Content | string, id: string) => Content;
}

/** The statements that claim and record attempts in one table of sendable rows. All times are the database's. */
export class SendingRepository<Content> {
  private readonly claimSql: string;
  private readonly renewSql: string;
  private readonly claimNextSql: string;
  private readonly claimNextExceptSql: string;
  private readonly logsAttempts: boolean;
  private readonly setSentSql: string;
  private readonly read: (stored: Content | string, id: string) => Content;

  constructor(
    readonly table: string,
    { recorded, logsAttempts, hasChannels, hasBrowsers, read }: SendingOptions<Content> = {},
  ) {
    this.logsAttempts = logsAttempts === true;
    this.read = read ?? ((stored) => stored as Content);
    const isDue = `status = 'queued' AND next_attempt_at <= now() AND (lease_until IS NULL OR lease_until <= now())`;
    const claim = (condition: string): string =>
      prepared(
        `UPDATE ${table}
        SET lease_until = now() + interval '${LEASE_SECONDS} s', attempts = attempts + 1${recorded ? `, ${recorded.column} = ${recorded.sql}` : ''}
      WHERE ${condition}
      RETURNING id, kind, address, message_id AS "messageId", attempts, attempts_before AS "attemptsBefore", content,
                now() AS "claimedAt"${recorded ? `, ${recorded.column}` : ''}${hasChannels ? ', channel_id AS "channelId"' : ''}${hasBrowsers ? ', subscription_id AS "browserId"' : ''}`,
      );
    this.claimSql = claim(`id = $1 AND ${isDue}`);
    const claimNext = (condition: string): string =>
      claim(
        `id = (SELECT id FROM ${table} WHERE kind = $1 AND ${isDue}${condition}
                ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)`,
      );
    this.claimNextSql = claimNext('');
    this.claimNextExceptSql = claimNext(' AND channel_id <> ALL ($2)');
    this.renewSql = prepared(
      `UPDATE ${table} SET lease_until = now() + interval '${LEASE_SECONDS} s'
        WHERE id = $1 AND status = 'queued' AND attempts = $2 AND lease_until IS NOT NULL`,
    );
    this.setSentSql = prepared(
      `UPDATE ${table} SET status = 'sent', sent_at = clock_timestamp(), lease_until = NULL
      WHERE id = $1 AND status = 'queued' RETURNING sent_at AS "sentAt"`,
    );
  }

  /**
   * Leases the row for one attempt, in a transaction of its own. Returns undefined if there is nothing to do: the row is
   * sent or failed, its next attempt is not due, or another process is sending it.
   */
  async claim(statements: Pick<Transactions, 'query'>, id: string): Promise<ClaimedRow<Content> | undefined> {
    const [row] = await statements.query<ClaimedRow<Content>>(this.claimSql, [id]);
    return this.toClaimed(row);
  }

  /** Changes nothing if another process has claimed the row since. */
  async renewLease(
    statements: Pick<Transactions, 'query'>,
    { id, attempts }: { readonly id: string; readonly attempts: number },
  ): Promise<void> {
    await statements.query(this.renewSql, [id, attempts]);
  }

  /**
   * Leases the row of this kind that has been due longest, unless another process is doing so.
   *
   * @param except channels whose rows must wait
   */
  async claimNext(
    statements: Pick<Transactions, 'query'>,
    kind: MessageKind,
    except: readonly string[] = [],
  ): Promise<ClaimedRow<Content> | undefined> {
    const [row] = await (except.length === 0
      ? statements.query<ClaimedRow<Content>>(this.claimNextSql, [kind])
      : statements.query<ClaimedRow<Content>>(this.claimNextExceptSql, [kind, except]));
    return this.toClaimed(row);
  }

  logAttempt(
    tx: Tx,
    { id, attempts }: { id: string; attempts: number },
    outcome: SendOutcome & { readonly durationMs: number },
  ): void {
    if (!this.logsAttempts) return;
    const { durationMs, result } = outcome;
    const failure: Partial<SendFailure> = outcome.result === 'accepted' ? {} : outcome;
    const { reason = null, providerCode = null, isOurFailure = false } = failure;
    tx.send(LOG_ATTEMPT, [id, attempts, durationMs, result, reason, providerCode, isOurFailure]);
  }

  /**
   * Ignores who holds the lease, because the message was accepted in any case. Returns the time, or undefined if the
   * row was already sent or failed.
   */
  async setSent(tx: Tx, id: string): Promise<Date | undefined> {
    const [row] = await tx.query<{ sentAt: Date }>(this.setSentSql, [id]);
    return row?.sentAt;
  }

  /** Releases the lease until the next attempt. Returns false if another process has claimed the row since. */
  async scheduleRetry(
    tx: Tx,
    { id, attempts }: { id: string; attempts: number },
    { delayMs, reason }: { delayMs: number; reason: DeliveryFailureReason },
  ): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE ${this.table}
          SET lease_until = NULL, last_error_code = $3, next_attempt_at = now() + $4 * interval '1 ms'
        WHERE id = $1 AND status = 'queued' AND attempts = $2 RETURNING id`,
      [id, attempts, reason, delayMs],
    );
    return rows.length > 0;
  }

  /** Makes the row due now, with all its attempts. Returns false if another process has claimed the row since. */
  async restart(
    tx: Tx,
    { id, attempts }: { id: string; attempts: number },
    reason: DeliveryFailureReason,
  ): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE ${this.table}
          SET lease_until = NULL, last_error_code = $3, next_attempt_at = now(), attempts_before = attempts
        WHERE id = $1 AND status = 'queued' AND attempts = $2 RETURNING id`,
      [id, attempts, reason],
    );
    return rows.length > 0;
  }

  /** Returns false if another process has claimed the row since. */
  async setFailed(
    tx: Tx,
    { id, attempts }: { id: string; attempts: number },
    reason: DeliveryFailureReason,
  ): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE ${this.table} SET status = 'failed', failed_at = now(), lease_until = NULL, last_error_code = $3
        WHERE id = $1 AND status = 'queued' AND attempts = $2 RETURNING id`,
      [id, attempts, reason],
    );
    return rows.length > 0;
  }

  /**
   * Returns how many due rows of this kind wait for their first attempt, at most 10,000, and since when. Rows that wait for
   * another attempt are left out: they would not be sent sooner if fewer came.
   */
  async firstAttempts(
    statements: Pick<Transactions, 'query'>,
    kind: MessageKind,
  ): Promise<{ readonly waiting: number; readonly oldestAt: Date | null; readonly oldestAgeMs: number }> {
    const [row] = await statements.query<{ waiting: number; oldestAt: Date | null; oldestAgeMs: number }>(
      `SELECT count(*)::int AS waiting, min(next_attempt_at) AS "oldestAt",
              COALESCE(extract(epoch FROM now() - min(next_attempt_at)) * 1000, 0)::float8 AS "oldestAgeMs"
         FROM (SELECT next_attempt_at FROM ${this.table}
                WHERE kind = $1 AND status = 'queued' AND attempts = 0 AND next_attempt_at <= now()
                ORDER BY next_attempt_at LIMIT 10000) AS first_attempts`,
      [kind],
    );
    return row ?? { waiting: 0, oldestAt: null, oldestAgeMs: 0 };
  }

  /** Counts, by kind, due rows whose process died, whose message was lost, or that wait for a place in a lane. */
  countStuck(statements: Pick<Transactions, 'query'>): Promise<{ kind: MessageKind; rows: number }[]> {
    return statements.query(
      `SELECT kind, count(*)::int AS rows FROM ${this.table}
        WHERE status = 'queued' AND next_attempt_at <= now()
          AND COALESCE(lease_until, next_attempt_at + interval '${OVERDUE_SECONDS} s') < now()
        GROUP BY kind ORDER BY kind`,
    );
  }

  private toClaimed(row: ClaimedRow<Content> | undefined): ClaimedRow<Content> | undefined {
    return row && { ...row, content: this.read(row.content, row.id) };
  }
}
