import type { DeliveryFailureReason } from '@desk/contracts';
import { prepared, type Transactions, type Tx } from '@desk/outbox';
import type { DestinationKind, ExceptDestinations } from './destination-places.js';
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

/** A claimed row whose content cannot be read, such as while a key is missing. */
export type UnreadableRow = Omit<ClaimedRow<unknown>, 'content'> & { readonly unreadable: unknown };

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
/** Limits the search past due rows that must wait. Others behind them are sent when their own request arrives, or later. */
const MAX_SEARCHED_ROWS = 500;
/** How many of the rows found are tried. Other processes may be claiming the first ones. */
const MAX_CANDIDATES = 20;

/** How a row shows its destination, as `DestinationPlaces` names it. */
const DESTINATION_SQL: Readonly<Record<DestinationKind, string>> = {
  channel: 'channel_id',
  domain: "lower(split_part(address, '@', -1))",
};

/** A repetition of an attempt that was recorded already changes nothing. */
const LOG_ATTEMPT = prepared(
  `INSERT INTO delivery_attempts (delivery_id, attempt, started_at, duration_ms, result, reason, provider_code, is_our_failure)
   VALUES ($1, $2, clock_timestamp() - $3 * interval '1 ms', $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
);

interface SendingOptions<Content> {
  /** Each claim sets this column and returns it. */
  readonly recorded?: { readonly column: 'contact'; readonly sql: string };
  /** Each claim sets the address to this. Default: as stored. */
  readonly addressSql?: string;
  /** Outcomes are logged in `delivery_attempts`. */
  readonly logsAttempts?: true;
  /** Each row belongs to a channel. */
  readonly hasChannels?: true;
  /** Each row belongs to a browser that shows notifications. */
  readonly hasBrowsers?: true;
  /** Decrypts a stored content, or throws. */
  readonly read?: (stored: Content | string, id: string) => Content;
}

/** The statements that claim and record attempts in one table of sendable rows. All times are the database's. */
export class SendingRepository<Content> {
  private readonly claimSql: string;
  private readonly claimExceptDomainsSql: string;
  private readonly renewSql: string;
  private readonly claimNextSql: string;
  private readonly claimNextExceptSql: Readonly<Record<DestinationKind, string>>;
  private readonly logsAttempts: boolean;
  private readonly setSentSql: string;
  private readonly read: (stored: Content | string, id: string) => Content;

  constructor(
    readonly table: string,
    { recorded, addressSql, logsAttempts, hasChannels, hasBrowsers, read }: SendingOptions<Content> = {},
  ) {
    this.logsAttempts = logsAttempts === true;
    this.read = read ?? ((stored) => stored as Content);
    const isDue = `status = 'queued' AND next_attempt_at <= now() AND (lease_until IS NULL OR lease_until <= now())`;
    const changes = [
      `lease_until = now() + interval '${LEASE_SECONDS} s'`,
      'attempts = attempts + 1',
      ...(recorded ? [`${recorded.column} = ${recorded.sql}`] : []),
      ...(addressSql === undefined ? [] : [`address = ${addressSql}`]),
    ];
    const claim = (condition: string): string =>
      prepared(
        `UPDATE ${table} SET ${changes.join(', ')}
      WHERE ${condition}
      RETURNING id, kind, address, message_id AS "messageId", attempts, attempts_before AS "attemptsBefore", content,
                now() AS "claimedAt"${recorded ? `, ${recorded.column}` : ''}${hasChannels ? ', channel_id AS "channelId"' : ''}${hasBrowsers ? ', subscription_id AS "browserId"' : ''}`,
      );
    const claimOne = (condition = ''): string => claim(`id = $1 AND ${isDue}${condition}`);
    const claimNext = (condition = ''): string =>
      claim(
        `id = (SELECT id FROM ${table} WHERE kind = $1 AND ${isDue}${condition}
                ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)`,
      );
    const mayBeSent = (by: DestinationKind): string => ` AND ${DESTINATION_SQL[by]} <> ALL ($2)`;
    this.claimSql = claimOne();
    this.claimExceptDomainsSql = claimOne(mayBeSent('domain'));
    this.claimNextSql = claimNext();
    this.claimNextExceptSql = {
      channel: claimNext(mayBeSent('channel')),
      domain: claimNext(` AND id IN (
                SELECT id FROM (SELECT id, address, next_attempt_at FROM ${table} WHERE kind = $1 AND ${isDue}
                                 ORDER BY next_attempt_at LIMIT ${MAX_SEARCHED_ROWS}) AS first_due
                 WHERE true${mayBeSent('domain')} ORDER BY next_attempt_at LIMIT ${MAX_CANDIDATES})`),
    };
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
   * sent or failed, its next attempt is not due, another process is sending it, or its domain must wait.
   */
  async claim(
    statements: Pick<Transactions, 'query'>,
    id: string,
    exceptDomains: readonly string[] = [],
  ): Promise<ClaimedRow<Content> | UnreadableRow | undefined> {
    const [row] = await (exceptDomains.length === 0
      ? statements.query<ClaimedRow<Content>>(this.claimSql, [id])
      : statements.query<ClaimedRow<Content>>(this.claimExceptDomainsSql, [id, exceptDomains]));
    return row && this.toClaimed(row);
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
   * @param except destinations whose rows must wait
   */
  async claimNext(
    statements: Pick<Transactions, 'query'>,
    kind: MessageKind,
    except?: ExceptDestinations,
  ): Promise<ClaimedRow<Content> | UnreadableRow | undefined> {
    const [row] = await (except === undefined || except.keys.length === 0
      ? statements.query<ClaimedRow<Content>>(this.claimNextSql, [kind])
      : statements.query<ClaimedRow<Content>>(this.claimNextExceptSql[except.by], [kind, except.keys]));
    return row && this.toClaimed(row);
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

  /**
   * Releases the lease and does not count the attempt, which sent nothing. Without a delay the row keeps its place among those
   * that are due. Returns false if another process has claimed the row since.
   */
  async postpone(
    statements: Pick<Transactions, 'query'>,
    { id, attempts }: { id: string; attempts: number },
    delayMs?: number,
  ): Promise<boolean> {
    const rows = await statements.query(
      `UPDATE ${this.table}
          SET lease_until = NULL, attempts_before = attempts_before + 1,
              next_attempt_at = COALESCE(now() + $3 * interval '1 ms', next_attempt_at)
        WHERE id = $1 AND status = 'queued' AND attempts = $2 RETURNING id`,
      [id, attempts, delayMs ?? null],
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
   *
   * @param exceptDomains whose rows are left out too
   */
  async firstAttempts(
    statements: Pick<Transactions, 'query'>,
    kind: MessageKind,
    exceptDomains: readonly string[] = [],
  ): Promise<{ readonly waiting: number; readonly oldestAt: Date | null; readonly oldestAgeMs: number }> {
    const [row] = await statements.query<{ waiting: number; oldestAt: Date | null; oldestAgeMs: number }>(
      `SELECT count(*)::int AS waiting, min(next_attempt_at) AS "oldestAt",
              COALESCE(extract(epoch FROM now() - min(next_attempt_at)) * 1000, 0)::float8 AS "oldestAgeMs"
         FROM (SELECT next_attempt_at FROM ${this.table}
                WHERE kind = $1 AND status = 'queued' AND attempts = 0 AND next_attempt_at <= now()
                  AND ${DESTINATION_SQL.domain} <> ALL ($2)
                ORDER BY next_attempt_at LIMIT 10000) AS first_attempts`,
      [kind, exceptDomains],
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

  private toClaimed(row: ClaimedRow<Content>): ClaimedRow<Content> | UnreadableRow {
    try {
      return { ...row, content: this.read(row.content, row.id) };
    } catch (error) {
      return { ...row, unreadable: error };
    }
  }
}
