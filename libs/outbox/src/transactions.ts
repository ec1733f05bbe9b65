import {
  assertCallerWaits,
  hasDeadline,
  type Message,
  passCommit,
  passCommitted,
  runInTransactionScope,
  runWithoutDeadline,
  type Sealer,
} from '@desk/bullmq-transport';
import type { EventContract, PayloadOf } from '@desk/contracts';
import type { DataSource } from 'typeorm';
import type { InContext } from './batcher.js';
import type { OutboxRelay } from './outbox.relay.js';
import { prepared } from './prepared.js';
import { type AnnouncedChange, toInsertParameters } from './insert-messages.sql.js';
import { toMessages } from './outbox-message.js';
import { codeOf, Transaction, type Tx } from './transaction.js';

const INSERT_INBOX = prepared(
  'INSERT INTO inbox (message_id) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING RETURNING message_id',
);

const MAX_ATTEMPTS = 5;
/** serialization_failure and deadlock_detected: repeating the work may succeed. */
const REPEATABLE = new Set(['40001', '40P01']);

/** A message was processed before. */
class Repetition extends Error {}

/** A change of one row, with the message that announces it. */
export interface Announcement<E extends EventContract> {
  /** Id of the row. */
  readonly id: string;
  readonly payload: PayloadOf<E>;
  readonly key: string;
  readonly inContext: InContext;
}

/** Commits state changes together with the messages about them. */
export class Transactions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly relay: OutboxRelay,
  ) {}

  /** Name of the service whose state is changed. */
  get service(): string {
    return this.sealer.self;
  }

  /** Executes one statement as a transaction of its own, in one round trip, and returns its rows. */
  async query<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    assertCallerWaits();
    const result: unknown = await this.dataSource.query(sql, [...parameters]);
    if (hasChanged(sql, result)) passCommitted(this.service);
    return rowsOf(result);
  }

  /**
   * Executes changes of several rows together with the messages that announce them. Returns the ids of the changed
   * rows; nothing is published about the others.
   */
  async announce<E extends EventContract>(
    change: AnnouncedChange,
    parameters: readonly unknown[],
    event: E,
    announcements: readonly Announcement<E>[],
  ): Promise<ReadonlySet<string>> {
    const messages = announcements.flatMap(({ id, payload, key, inContext }) =>
      inContext(() => toMessages(this.sealer, event, payload, { key })).map((message) => ({ id, message })),
    );
    const rows = await this.query<{ id: string }>(change, [
      ...parameters,
      ...toInsertParameters(messages.map(({ message }) => message)),
      messages.map(({ id }) => id),
    ]);
    const changed = new Set(rows.map(({ id }) => id));
    const published = messages.filter(({ id }) => changed.has(id)).map(({ message }) => message);
    if (published.length > 0) await this.relay.afterCommit(published);
    return changed;
  }

  /**
   * Runs `work` at READ COMMITTED. It may run several times (deadlocks), so it must have no effects outside `tx`.
   * Commits nothing once the caller of the command in progress has stopped waiting: it counts the command as failed.
   */
  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.runIf(work, () => true);
  }

  /** Like `run`, but commits only if `mustCommit` returns true for the result. Returns the result either way. */
  async runIf<T>(work: (tx: Tx) => Promise<T>, mustCommit: (result: T) => boolean): Promise<T> {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await this.attempt(work, mustCommit);
      } catch (error) {
        if (attempt >= MAX_ATTEMPTS || !REPEATABLE.has(codeOf(error) ?? '')) throw error;
      }
  }

  /**
   * Like `run`, but commits only the first time for an id, such as a message's. A repetition resolves with undefined.
   * To save a round trip, `work` starts before it is known whether this is a repetition; if so, it is rolled back.
   */
  once<T>(message: Pick<Message, 'id'>, work: (tx: Tx) => Promise<T>): Promise<T | undefined> {
    return this.onceForAll([message], work);
  }

  /** Like `once`, for a batch. Rejects if any of several is a repetition; a `Batcher` then tries each alone. */
  async onceForAll<T>(
    messages: readonly Pick<Message, 'id'>[],
    work: (tx: Tx) => Promise<T>,
  ): Promise<T | undefined> {
    // Sorted, so that two processes with the same messages cannot deadlock.
    const ids = messages.map(({ id }) => id).sort();
    try {
      return await this.run(async (tx) => {
        const [first, result] = await Promise.allSettled([tx.query(INSERT_INBOX, [ids]), work(tx)]);
        if (first.status === 'rejected') throw first.reason;
        if (first.value.length < ids.length) throw new Repetition();
        if (result.status === 'rejected') throw result.reason;
        return result.value;
      });
    } catch (error) {
      if (error instanceof Repetition && ids.length === 1) return undefined;
      throw error;
    }
  }

  private async attempt<T>(work: (tx: Tx) => Promise<T>, mustCommit: (result: T) => boolean): Promise<T> {
    const tx = await Transaction.begin(this.dataSource, this.sealer);
    let result: T;
    try {
      result = await runInTransactionScope(() => work(tx));
      if (!mustCommit(result)) {
        await tx.rollback();
        return result;
      }
      // Statements may still be waiting for a lock. The caller may stop waiting before they are executed.
      if (hasDeadline()) await tx.executed();
      assertCallerWaits();
      await passCommit(
        this.service,
        () => tx.commit(),
        () => tx.changesSomething(),
      );
    } catch (error) {
      await tx.rollback();
      throw tx.causeOf(error);
    }
    await runWithoutDeadline(() => {
      tx.workAfterCommit.forEach((work) => work());
      return Promise.resolve();
    });
    await this.relay.afterCommit(tx.messages);
    return result;
  }
}

const hasChanged = (sql: string, result: unknown): boolean =>
  !/^\s*SELECT/.test(sql) && (rowsOf(result).length > 0 || Number((result as unknown[])[1]) > 0);

/** TypeORM returns `[rows, count]` for UPDATE and DELETE, and the rows for everything else. */
function rowsOf<Row>(result: unknown): Row[] {
  const [first, second] = result as unknown[];
  return (Array.isArray(first) && typeof second === 'number' ? first : result) as Row[];
}
