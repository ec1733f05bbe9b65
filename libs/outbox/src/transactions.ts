import {
  assertCallerWaits,
  hasDeadline,
  type Message,
  runInTransactionScope,
  type Sealer,
} from '@desk/bullmq-transport';
import type { EventContract, PayloadOf } from '@desk/contracts';
import type { DataSource } from 'typeorm';
import type { OutboxRelay } from './outbox.relay.js';
import { prepared } from './prepared.js';
import { type AnnouncedChange, toInsertParameters } from './insert-messages.sql.js';
import { type PublishOptions, toMessages } from './outbox-message.js';
import { codeOf, Transaction, type Tx } from './transaction.js';

const INSERT_INBOX = prepared(
  'INSERT INTO inbox (message_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING message_id',
);

const MAX_ATTEMPTS = 5;
/** serialization_failure and deadlock_detected: repeating the work may succeed. */
const REPEATABLE = new Set(['40001', '40P01']);

const isRepeatable = (error: unknown): boolean => REPEATABLE.has(codeOf(error) ?? '');

/** The message was processed before. */
class Repetition extends Error {}

/** Commits state changes together with the messages about them. */
export class Transactions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly relay: OutboxRelay,
  ) {}

  /** Executes one statement as a transaction of its own, in one round trip, and returns its rows. */
  async query<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    assertCallerWaits();
    return rowsOf(await this.dataSource.query(sql, [...parameters]));
  }

  /**
   * Executes a change together with the message that announces it. Returns whether a row was changed; otherwise nothing is
   * published.
   */
  async announce<E extends EventContract>(
    change: AnnouncedChange,
    parameters: readonly unknown[],
    event: E,
    payload: PayloadOf<E>,
    options: PublishOptions,
  ): Promise<boolean> {
    const messages = toMessages(this.sealer, event, payload, options);
    const changed = await this.query(change, [...parameters, ...toInsertParameters(messages)]);
    if (changed.length > 0) await this.relay.afterCommit(messages);
    return changed.length > 0;
  }

  /**
   * Runs `work` at READ COMMITTED. It may run several times (deadlocks), so it must have no effects outside `tx`.
   * Commits nothing if the caller of the command in progress no longer waits: it was answered that nothing happened.
   */
  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.runIf(work, () => true);
  }

  /** Like `run`, but rolls back, and returns the result all the same, unless `mustCommit` returns true for it. */
  async runIf<T>(work: (tx: Tx) => Promise<T>, mustCommit: (result: T) => boolean): Promise<T> {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await this.attempt(work, mustCommit);
      } catch (error) {
        if (attempt >= MAX_ATTEMPTS || !isRepeatable(error)) throw error;
      }
  }

  /**
   * Like `run`, but only the first time for a message or another id; repetitions resolve with undefined. `work` starts
   * before it is known whether this is a repetition, to save a round trip; it is rolled back if so.
   */
  async once<T>(message: Pick<Message, 'id'>, work: (tx: Tx) => Promise<T>): Promise<T | undefined> {
    try {
      return await this.run(async (tx) => {
        const [first, result] = await Promise.allSettled([tx.query(INSERT_INBOX, [message.id]), work(tx)]);
        if (first.status === 'rejected') throw first.reason;
        if (first.value.length === 0) throw new Repetition();
        if (result.status === 'rejected') throw result.reason;
        return result.value;
      });
    } catch (error) {
      if (error instanceof Repetition) return undefined;
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
      // Statements may still wait for a lock, and the caller stop waiting meanwhile.
      if (hasDeadline()) await tx.executed();
      assertCallerWaits();
      await tx.commit();
    } catch (error) {
      await tx.rollback();
      throw tx.causeOf(error);
    }
    tx.workAfterCommit.forEach((work) => work());
    await this.relay.afterCommit(tx.messages);
    return result;
  }
}

/** TypeORM returns `[rows, count]` for UPDATE and DELETE, and the rows for everything else. */
function rowsOf<Row>(result: unknown): Row[] {
  const [first, second] = result as unknown[];
  return (Array.isArray(first) && typeof second === 'number' ? first : result) as Row[];
}
