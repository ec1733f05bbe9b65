import type { EventContract, PayloadOf } from '@desk/contracts';
import type { Sealer } from '@desk/bullmq-transport';
import type { PoolClient, QueryResult } from 'pg';
import { type DataSource, type EntityManager, QueryFailedError, type QueryRunner } from 'typeorm';
import { insertMessagesSql, toInsertParameters } from './insert-messages.sql.js';
import { type OutboxMessage, type PublishOptions, toMessages } from './outbox-message.js';
import { prepared } from './prepared.js';

/**
 * A transaction in progress. Messages published in it leave after the commit. Statements are written to the server
 * without waiting for the ones before them, and executed in the same order: statements that do not need each other's
 * rows cost one round trip together.
 */
export interface Tx {
  /** TypeORM's, for steps that are not on the lead path: building its statements costs more than executing them. */
  readonly manager: EntityManager;
  /** Returns the rows of a SQL statement, including those of `UPDATE … RETURNING`. */
  query<Row extends object>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** Returns the first of the rows that `query` returns; undefined if there is none. */
  one<Row extends object>(sql: string, parameters?: readonly unknown[]): Promise<Row | undefined>;
  /** For a statement whose rows nobody needs. If it fails, the commit fails. */
  send(sql: string, parameters?: readonly unknown[]): void;
  publish<E extends EventContract>(event: E, payload: PayloadOf<E>, options: PublishOptions): void;
  /**
   * Runs `work` once the transaction is committed. At most once: the process may end before. A caller's deadline does
   * not bind it.
   */
  afterCommit(work: () => void): void;
}

const INSERT_MESSAGES = prepared(insertMessagesSql(1));

const IN_FAILED_TRANSACTION = '25P02';

/** PostgreSQL's code of a statement's failure; undefined for any other error. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof QueryFailedError ? (error.driverError as { code?: string }).code : undefined;

export class Transaction implements Tx {
  readonly messages: OutboxMessage[] = [];
  readonly workAfterCommit: (() => void)[] = [];
  private readonly sent: Promise<unknown>[] = [];
  private firstFailure: unknown;
  private hasChangedRows = false;

  private constructor(
    private readonly runner: QueryRunner,
    private readonly client: PoolClient,
    private readonly sealer: Sealer,
  ) {}

  /** The caller must end it with `commit` or `rollback`. */
  static async begin(dataSource: DataSource, sealer: Sealer): Promise<Transaction> {
    const runner = dataSource.createQueryRunner();
    const transaction = new Transaction(runner, (await runner.connect()) as PoolClient, sealer);
    transaction.send('BEGIN');
    return transaction;
  }

  get manager(): EntityManager {
    // Its own `startTransaction` would wait for BEGIN.
    Object.assign(this.runner, { isTransactionActive: true });
    // What it sends is not seen here.
    this.hasChangedRows = true;
    return this.runner.manager;
  }

  async query<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return (await this.execute(sql, parameters)).rows as Row[];
  }

  async one<Row extends object>(sql: string, parameters?: readonly unknown[]): Promise<Row | undefined> {
    return (await this.query<Row>(sql, parameters))[0];
  }

  send(sql: string, parameters: readonly unknown[] = []): void {
    const result = this.execute(sql, parameters);
    // Reported by `commit`; without this handler an earlier failure of another statement would leave it unhandled.
    result.catch(() => undefined);
    this.sent.push(result);
  }

  publish<E extends EventContract>(event: E, payload: PayloadOf<E>, options: PublishOptions): void {
    this.messages.push(...toMessages(this.sealer, event, payload, options));
  }

  afterCommit(work: () => void): void {
    this.workAfterCommit.push(work);
  }

  /** Resolves once the server has executed what was sent. @throws Error of the first statement that failed */
  async executed(): Promise<void> {
    await Promise.all(this.sent);
  }

  /** Whether the commit will change rows, or publish messages. Rejects like `executed`. */
  async changesSomething(): Promise<boolean> {
    await this.executed();
    return this.hasChangedRows || this.messages.length > 0;
  }

  /** @throws Error of the first statement that failed; the transaction is then rolled back */
  async commit(): Promise<void> {
    if (this.messages.length > 0) this.send(INSERT_MESSAGES, toInsertParameters(this.messages));
    const committed = this.execute('COMMIT', []);
    committed.catch(() => undefined);
    await Promise.all(this.sent);
    // The server answers COMMIT with a rollback if a statement failed whose error the caller has ignored.
    if ((await committed).command !== 'COMMIT')
      throw new Error('a statement failed, so nothing was committed');
    await this.release();
  }

  /** The error of the statement that failed first, in place of the server's refusal to execute those behind it. */
  causeOf(error: unknown): unknown {
    return codeOf(error) === IN_FAILED_TRANSACTION ? this.firstFailure : error;
  }

  /** Waits for statements in flight. A connection that cannot even roll back is broken, and its transaction ended. */
  async rollback(): Promise<void> {
    await Promise.allSettled([...this.sent, this.execute('ROLLBACK', [])]);
    await this.release();
  }

  private async execute(sql: string, parameters: readonly unknown[]): Promise<QueryResult> {
    try {
      const result = await this.client.query(sql, [...parameters]);
      if (result.command !== 'SELECT' && (result.rowCount ?? 0) > 0) this.hasChangedRows = true;
      return result;
    } catch (error) {
      const failure = new QueryFailedError(sql, [...parameters], error as Error);
      this.firstFailure ??= failure;
      throw failure;
    }
  }

  private async release(): Promise<void> {
    Object.assign(this.runner, { isTransactionActive: false });
    await this.runner.release();
  }
}
