import { Batcher, captureContext, prepared, type Transactions, type Tx } from '@desk/outbox';
import type { BusyDestinations } from './destination-limiter.js';

/** A row of work, claimed for one attempt. */
export interface StepRow {
  readonly id: string;
  /** Rows of one kind share limits. */
  readonly kind: string;
  /** Claims so far, with this one. */
  readonly attempts: number;
  /** How many of them do not count. */
  readonly attemptsBefore: number;
}

/** A claimed row. `unreadable`: why its content cannot be read, such as for a missing key. */
export interface Claimed<Row> {
  readonly row: Row;
  readonly unreadable?: unknown;
}

type Statements = Pick<Transactions, 'query'>;
/** Identifies a claim. */
type Claim = Pick<StepRow, 'id' | 'attempts'>;

/** How long a row stays with a process that died. A process that still works on it renews the lease. */
const LEASE = "now() + interval '6 s'";
/** Twice within a lease, so that one lost statement changes nothing. */
export const LEASE_RENEWAL_MS = 2_000;
/** A row that is still unclaimed this long after it was due counts as stuck. */
const OVERDUE_SECONDS = 5;
/** A search reads no more due rows than this. Those behind them are claimed by their id, or later. */
const MAX_SEARCHED_ROWS = 500;
/** How many more rows than needed are tried. Other processes may be claiming the first ones. */
const SPARE_CANDIDATES = 20;

interface ClaimRequest {
  readonly statements: Statements;
  readonly id: string;
  readonly listBusy: () => readonly string[];
}

interface TableOptions<Row extends StepRow> {
  /** Columns that a claim returns besides those of `StepRow`. */
  readonly columns: string;
  /** SQL expression. Default: the column `kind`. */
  readonly kind?: string;
  /** SQL expression of the destination, if a kind limits it and its rows are claimed by id. */
  readonly destination?: string;
  /** Further condition of rows that may be claimed. */
  readonly mayBegin?: string;
  /** Further changes that a claim makes. */
  readonly set?: string;
  /** Decrypts a claimed row, or throws. */
  readonly read?: (row: Row) => Row;
}

/** Makes an attempt at a row, `delayMs` from now. */
type AttemptLater = (row: Pick<StepRow, 'id' | 'kind'>, delayMs: number) => void;

/**
 * The statements that claim the rows of one table and release them. It has the columns `id`, `status` (`queued` until the
 * work is done), `attempts`, `attempts_before`, `next_attempt_at` and `lease_until`. All times are the database's.
 */
export class StepTable<Row extends StepRow> {
  private readonly requests = new Batcher<ClaimRequest, Row | undefined>((requests) =>
    this.claimAll(requests),
  );
  private readonly kind: string;
  private readonly isDue: string;
  private readonly claimByIdSql: string;
  private readonly claimOldestSqls = new Map<string, string>();
  private readonly renewSql: string;
  private attemptLater: AttemptLater = () => undefined;

  constructor(
    readonly name: string,
    private readonly options: TableOptions<Row>,
  ) {
    this.kind = options.kind ?? 'kind';
    this.isDue = `status = 'queued' AND next_attempt_at <= now() AND (lease_until IS NULL OR lease_until <= now())
      AND ${options.mayBegin ?? 'true'}`;
    this.claimByIdSql = this.claimSql(
      `id = ANY ($1::uuid[]) AND ${this.isDue} AND ${options.destination ?? "''"} <> ALL ($2::text[])`,
    );
    this.renewSql = prepared(
      `UPDATE ${name} SET lease_until = ${LEASE} WHERE id = ANY (ARRAY(
         SELECT id FROM ${name} JOIN unnest($1::uuid[], $2::int[]) AS claim (claimed_id, attempt)
                    ON id = claimed_id AND attempts = attempt
          WHERE status = 'queued' AND lease_until IS NOT NULL FOR UPDATE OF ${name} SKIP LOCKED))`,
    );
  }

  /** Sets who makes the attempts. */
  onDue(attemptLater: AttemptLater): void {
    this.attemptLater = attemptLater;
  }

  /**
   * Schedules an attempt at a row that the transaction makes due: after the commit, or `delayMs` later. If this process
   * ends before that, a sweep finds the row.
   */
  attemptAfterCommit(tx: Tx, { id, kind }: Pick<StepRow, 'id' | 'kind'>, delayMs = 0): void {
    const inContext = captureContext();
    tx.afterCommit(() => inContext(() => this.attemptLater({ id, kind }, delayMs)));
  }

  /**
   * Leases the row for one attempt, in a transaction of its own. Returns undefined if there is nothing to do: the work is
   * done, the next attempt is not due, another process makes it, or the destination is busy.
   */
  async claim(
    statements: Statements,
    id: string,
    listBusy: () => readonly string[],
  ): Promise<Claimed<Row> | undefined> {
    const row = await this.requests.add({ statements, id, listBusy });
    return row && this.read(row);
  }

  /** Claims no row whose destination is busy for any of the requests. It is claimed once the destination is free. */
  private async claimAll(requests: readonly [ClaimRequest, ...ClaimRequest[]]): Promise<(Row | undefined)[]> {
    const [{ statements }] = requests;
    const ids = requests.map(({ id }) => id);
    const busy = requests.flatMap(({ listBusy }) => listBusy());
    const rows = await statements.query<Row>(this.claimByIdSql, [ids, busy]);
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
   * claiming. Returns fewer than `maxRows` if it finds no others.
   */
  async claimOldest(
    statements: Statements,
    kind: Row['kind'],
    { maxRows, busy }: { readonly maxRows: number; readonly busy: BusyDestinations | undefined },
  ): Promise<Claimed<Row>[]> {
    const rows = await (busy === undefined || busy.keys.length === 0
      ? statements.query<Row>(this.claimOldestSql('true'), [kind, maxRows])
      : statements.query<Row>(this.claimOldestSql(this.excluding(busy.of)), [kind, maxRows, busy.keys]));
    return rows.map((row) => this.read(row));
  }

  /**
   * Leaves out rows that another process has claimed since, and locked rows: waiting for a lock would delay the
   * renewal of the others.
   */
  async renewLeases(statements: Statements, claims: readonly Claim[]): Promise<void> {
    await statements.query(this.renewSql, [
      claims.map(({ id }) => id),
      claims.map(({ attempts }) => attempts),
    ]);
  }

  /** Does not count the attempt, which did nothing. Without a delay the row keeps its due time. */
  postpone(statements: Statements, claim: Claim, delayMs?: number): Promise<boolean> {
    const changes = `attempts_before = attempts_before + 1,
      next_attempt_at = COALESCE(now() + $3 * interval '1 ms', next_attempt_at)`;
    return this.release(statements, claim, changes, delayMs ?? null);
  }

  /** Counts, by kind, due rows whose process died, whose request was lost, or for which the lanes have been full. */
  countStuck(statements: Statements): Promise<{ kind: Row['kind']; rows: number }[]> {
    return statements.query(
      `SELECT ${this.kind} AS kind, count(*)::int AS rows FROM ${this.name}
        WHERE status = 'queued' AND next_attempt_at <= now() AND ${this.options.mayBegin ?? 'true'}
          AND COALESCE(lease_until, next_attempt_at + interval '${OVERDUE_SECONDS} s') < now()
        GROUP BY 1 ORDER BY 1`,
    );
  }

  /**
   * Ends the lease, and makes further changes with the values from `$3` on. Returns false, and changes nothing, if the
   * row has been claimed again since, or its work is done.
   */
  async release(
    statements: Statements,
    { id, attempts }: Claim,
    changes: string,
    ...values: readonly unknown[]
  ): Promise<boolean> {
    const rows = await statements.query(
      `UPDATE ${this.name} SET lease_until = NULL, ${changes}
        WHERE id = $1 AND attempts = $2 AND status = 'queued' RETURNING id`,
      [id, attempts, ...values],
    );
    return rows.length > 0;
  }

  private claimSql(condition: string): string {
    const { set, columns } = this.options;
    return prepared(
      `UPDATE ${this.name} SET lease_until = ${LEASE}, attempts = attempts + 1${set === undefined ? '' : `, ${set}`}
        WHERE ${condition}
       RETURNING id, ${this.kind} AS kind, attempts, attempts_before AS "attemptsBefore", ${columns}`,
    );
  }

  private claimOldestSql(condition: string): string {
    const known = this.claimOldestSqls.get(condition);
    if (known !== undefined) return known;
    const sql = this.claimSql(
      // As an array, because a joined subquery could be executed more than once, and claim more.
      `id = ANY (ARRAY(SELECT id FROM ${this.name} WHERE ${this.kind} = $1 AND ${this.isDue} AND ${condition}
                        ORDER BY next_attempt_at LIMIT $2::int FOR UPDATE SKIP LOCKED))`,
    );
    this.claimOldestSqls.set(condition, sql);
    return sql;
  }

  /** The condition that a row has none of the destinations `$3`. */
  private excluding({ sql, claimedBy }: BusyDestinations['of']): string {
    return claimedBy === 'search'
      ? `${sql} <> ALL ($3)`
      : `id = ANY (ARRAY(
           SELECT id FROM (SELECT id, ${sql} AS destination, next_attempt_at FROM ${this.name}
                            WHERE ${this.kind} = $1 AND ${this.isDue}
                            ORDER BY next_attempt_at LIMIT ${MAX_SEARCHED_ROWS}) AS first_due
            WHERE destination <> ALL ($3) ORDER BY next_attempt_at LIMIT $2::int + ${SPARE_CANDIDATES}))`;
  }

  private read(row: Row): Claimed<Row> {
    try {
      return { row: this.options.read?.(row) ?? row };
    } catch (unreadable) {
      return { row, unreadable };
    }
  }
}
