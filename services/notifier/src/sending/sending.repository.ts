import { type ChannelKind, channelKinds, type DeliveryFailureReason } from '@desk/contracts';
import { Batcher, captureContext, prepared, type Transactions, type Tx } from '@desk/outbox';
import type { BusyDestinations } from './destination-limiter.js';

/** What is sent: a message over a channel, or a browser notification. Each kind has a pool of its own. */
export const messageKinds = [...channelKinds, 'push'] as const;
export type MessageKind = ChannelKind | 'push';

/** A message to one address that is retried until it is sent or has failed, claimed for one attempt. */
export interface ClaimedRow<Content = unknown> {
  readonly id: string;
  readonly kind: MessageKind;
  readonly address: string;
  readonly messageId: string;
  readonly attempts: number;
  readonly attemptsBefore: number;
  readonly content: Content;
  readonly claimedAt: Date;
}

/** A claimed row whose content cannot be read, such as while a key is missing. */
export type UnreadableRow = Omit<ClaimedRow, 'content'> & { readonly unreadable: unknown };

type Statements = Pick<Transactions, 'query'>;
/** Identifies a claim: each one counts as an attempt. */
type Claim = Pick<ClaimedRow, 'id' | 'attempts'>;

/** How long a row stays with a process that died. A process that is still sending renews the lease. */
const LEASE = "now() + interval '6 s'";
/** Twice within a lease, so that one lost statement changes nothing. */
export const LEASE_RENEWAL_MS = 2_000;
/** A row that is still unclaimed this long after it was due counts as stuck. */
const OVERDUE_SECONDS = 5;
/** A search reads no more due rows than this. Those behind them are sent when their own request arrives, or later. */
const MAX_SEARCHED_ROWS = 500;
/** How many more rows than needed are tried. Other processes may be claiming the first ones. */
const SPARE_CANDIDATES = 20;

const IS_DUE = `status = 'queued' AND next_attempt_at <= now() AND (lease_until IS NULL OR lease_until <= now())`;
/** The domain of an address, in the same form as in `DestinationLimiter`. */
const DOMAIN = "lower(split_part(address, '@', -1))";

interface ClaimRequest {
  readonly statements: Statements;
  readonly id: string;
  readonly listBusyDomains: () => readonly string[];
}

interface TableOptions<Row extends ClaimedRow> {
  /** Columns that only this table has, as a claim returns them. */
  readonly returning?: string;
  /** Further changes that a claim makes. */
  readonly set?: string;
  /** Decrypts a stored content, or throws. */
  readonly read?: (stored: unknown, id: string) => Row['content'];
}

/** Makes an attempt at a row, `delayMs` from now. */
type AttemptLater = (row: Pick<ClaimedRow, 'id' | 'kind'>, delayMs: number) => void;

/** The statements that claim and record attempts in one table of sendable rows. All times are the database's. */
export class SendingRepository<Row extends ClaimedRow> {
  private readonly requests = new Batcher<ClaimRequest, Row | undefined>((requests) =>
    this.claimAll(requests),
  );
  private readonly claimSql: string;
  private readonly claimOldestSql: Readonly<Record<'any' | BusyDestinations['by'], string>>;
  private readonly renewSql: string;
  private readonly setSentSql: string;
  private attemptLater: AttemptLater = () => undefined;

  constructor(
    readonly table: string,
    private readonly options: TableOptions<Row> = {},
  ) {
    const set = options.set === undefined ? '' : `, ${options.set}`;
    const returning = options.returning === undefined ? '' : `, ${options.returning}`;
    const claim = (condition: string): string =>
      prepared(
        `UPDATE ${table} SET lease_until = ${LEASE}, attempts = attempts + 1${set} WHERE ${condition}
         RETURNING id, kind, address, message_id AS "messageId", attempts, attempts_before AS "attemptsBefore", content,
                   now() AS "claimedAt"${returning}`,
      );
    const claimOldest = (condition: string): string =>
      claim(
        // As an array, because a joined subquery could be executed more than once, and claim more.
        `id = ANY (ARRAY(SELECT id FROM ${table} WHERE kind = $1 AND ${IS_DUE} AND ${condition}
                          ORDER BY next_attempt_at LIMIT $2::int FOR UPDATE SKIP LOCKED))`,
      );
    this.claimSql = claim(`id = ANY ($1::uuid[]) AND ${IS_DUE} AND ${DOMAIN} <> ALL ($2)`);
    this.claimOldestSql = {
      any: claimOldest('true'),
      channel: claimOldest('channel_id <> ALL ($3)'),
      domain: claimOldest(`id = ANY (ARRAY(
        SELECT id FROM (SELECT id, address, next_attempt_at FROM ${table} WHERE kind = $1 AND ${IS_DUE}
                         ORDER BY next_attempt_at LIMIT ${MAX_SEARCHED_ROWS}) AS first_due
         WHERE ${DOMAIN} <> ALL ($3) ORDER BY next_attempt_at LIMIT $2::int + ${SPARE_CANDIDATES}))`),
    };
    this.renewSql = prepared(
      `UPDATE ${table} SET lease_until = ${LEASE} WHERE id = ANY (ARRAY(
         SELECT id FROM ${table} JOIN unnest($1::uuid[], $2::int[]) AS claim (claimed_id, attempt)
                    ON id = claimed_id AND attempts = attempt
          WHERE status = 'queued' AND lease_until IS NOT NULL FOR UPDATE OF ${table} SKIP LOCKED))`,
    );
    this.setSentSql = prepared(
      `UPDATE ${table} SET status = 'sent', sent_at = clock_timestamp(), lease_until = NULL
        WHERE id = ANY ($1::uuid[]) AND status = 'queued' RETURNING id, sent_at AS "sentAt"`,
    );
  }

  /** Sets who makes the attempts. */
  onDue(attemptLater: AttemptLater): void {
    this.attemptLater = attemptLater;
  }

  /**
   * Has an attempt made at a row that the transaction makes due, after the commit or `delayMs` later. Should this process
   * end before, a sweep finds the row.
   */
  attemptAfterCommit(tx: Tx, { id, kind }: Pick<ClaimedRow, 'id' | 'kind'>, delayMs = 0): void {
    const inContext = captureContext();
    tx.afterCommit(() => inContext(() => this.attemptLater({ id, kind }, delayMs)));
  }

  /**
   * Leases the row for one attempt, in a transaction of its own. Returns undefined if there is nothing to do: the row is
   * sent or failed, its next attempt is not due, another process is sending it, or its domain is busy.
   */
  async claim(
    statements: Statements,
    id: string,
    listBusyDomains: () => readonly string[],
  ): Promise<Row | UnreadableRow | undefined> {
    const row = await this.requests.add({ statements, id, listBusyDomains });
    return row && this.read(row);
  }

  /** Domains that are busy now are left out for all. Such a row is claimed once its domain is free. */
  private async claimAll(requests: readonly [ClaimRequest, ...ClaimRequest[]]): Promise<(Row | undefined)[]> {
    const [{ statements }] = requests;
    const ids = requests.map(({ id }) => id);
    const busyDomains = requests.flatMap(({ listBusyDomains }) => listBusyDomains());
    const rows = await statements.query<Row>(this.claimSql, [ids, busyDomains]);
    const claimed = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => {
      const row = claimed.get(id);
      // Of two requests for the same row, one gets it.
      claimed.delete(id);
      return row;
    });
  }

  /**
   * Leases the rows of this kind that have been due longest, but none whose destination is busy or that another process is
   * claiming. Returns fewer than `maxRows` if no others are due.
   */
  async claimOldest(
    statements: Statements,
    kind: MessageKind,
    { maxRows, busy }: { readonly maxRows: number; readonly busy: BusyDestinations | undefined },
  ): Promise<(Row | UnreadableRow)[]> {
    const rows = await (busy === undefined || busy.keys.length === 0
      ? statements.query<Row>(this.claimOldestSql.any, [kind, maxRows])
      : statements.query<Row>(this.claimOldestSql[busy.by], [kind, maxRows, busy.keys]));
    return rows.map((row) => this.read(row));
  }

  /**
   * Leaves out rows that another process has claimed since, and rows that are locked now: they would delay the renewal
   * of the others.
   */
  async renewLeases(statements: Statements, claims: readonly Claim[]): Promise<void> {
    await statements.query(this.renewSql, [
      claims.map(({ id }) => id),
      claims.map(({ attempts }) => attempts),
    ]);
  }

  /**
   * Ignores who holds the leases, because the messages were accepted in any case. Returns the times by id, without rows that
   * were already sent or failed.
   */
  async setSent(tx: Tx, ids: readonly string[]): Promise<Map<string, Date>> {
    const rows = await tx.query<{ id: string; sentAt: Date }>(this.setSentSql, [ids]);
    return new Map(rows.map(({ id, sentAt }) => [id, sentAt]));
  }

  scheduleRetry(
    tx: Tx,
    claim: Claim,
    { delayMs, reason }: { readonly delayMs: number; readonly reason: DeliveryFailureReason },
  ): Promise<boolean> {
    const changes = `last_error_code = $3, next_attempt_at = now() + $4 * interval '1 ms'`;
    return this.release(tx, claim, changes, reason, delayMs);
  }

  /** Does not count the attempt, which sent nothing. Without a delay the row keeps its due time. */
  postpone(statements: Statements, claim: Claim, delayMs?: number): Promise<boolean> {
    const changes = `attempts_before = attempts_before + 1,
      next_attempt_at = COALESCE(now() + $3 * interval '1 ms', next_attempt_at)`;
    return this.release(statements, claim, changes, delayMs ?? null);
  }

  /** Makes the row due now, with no attempt used. */
  restart(tx: Tx, claim: Claim, reason: DeliveryFailureReason): Promise<boolean> {
    const changes = 'last_error_code = $3, next_attempt_at = now(), attempts_before = attempts';
    return this.release(tx, claim, changes, reason);
  }

  setFailed(tx: Tx, claim: Claim, reason: DeliveryFailureReason): Promise<boolean> {
    return this.release(tx, claim, `status = 'failed', failed_at = now(), last_error_code = $3`, reason);
  }

  /**
   * Returns how many due rows of this kind wait for their first attempt, at most 10,000, and since when. Rows that wait for
   * another attempt are left out: they would not be sent sooner if fewer came. So are those to `exceptDomains`.
   */
  async firstAttempts(
    statements: Statements,
    kind: MessageKind,
    exceptDomains: readonly string[] = [],
  ): Promise<{ readonly waiting: number; readonly oldestAt: Date | null; readonly oldestAgeMs: number }> {
    const [row] = await statements.query<{ waiting: number; oldestAt: Date | null; oldestAgeMs: number }>(
      `SELECT count(*)::int AS waiting, min(next_attempt_at) AS "oldestAt",
              COALESCE(extract(epoch FROM now() - min(next_attempt_at)) * 1000, 0)::float8 AS "oldestAgeMs"
         FROM (SELECT next_attempt_at FROM ${this.table}
                WHERE kind = $1 AND status = 'queued' AND attempts = 0 AND next_attempt_at <= now()
                  AND ${DOMAIN} <> ALL ($2)
                ORDER BY next_attempt_at LIMIT 10000) AS first_attempts`,
      [kind, exceptDomains],
    );
    return row ?? { waiting: 0, oldestAt: null, oldestAgeMs: 0 };
  }

  /** Counts, by kind, due rows whose process died, whose request was lost, or for which the pools have been full. */
  countStuck(statements: Statements): Promise<{ kind: MessageKind; rows: number }[]> {
    return statements.query(
      `SELECT kind, count(*)::int AS rows FROM ${this.table}
        WHERE status = 'queued' AND next_attempt_at <= now()
          AND COALESCE(lease_until, next_attempt_at + interval '${OVERDUE_SECONDS} s') < now()
        GROUP BY kind ORDER BY kind`,
    );
  }

  /** Ends the lease. Returns false, and changes nothing, if another process has claimed the row since. */
  private async release(
    statements: Statements,
    { id, attempts }: Claim,
    changes: string,
    ...values: readonly unknown[]
  ): Promise<boolean> {
    const rows = await statements.query(
      `UPDATE ${this.table} SET lease_until = NULL, ${changes}
        WHERE id = $1 AND status = 'queued' AND attempts = $2 RETURNING id`,
      [id, attempts, ...values],
    );
    return rows.length > 0;
  }

  private read(row: Row): Row | UnreadableRow {
    if (!this.options.read) return row;
    try {
      return { ...row, content: this.options.read(row.content, row.id) };
    } catch (error) {
      return { ...row, unreadable: error };
    }
  }
}
