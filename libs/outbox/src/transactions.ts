import type { EventContract, PayloadOf } from '@desk/contracts';
import { type Message, runInTransactionScope, type Sealer } from '@desk/bullmq-transport';
import { type DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import { type PublishOptions, type OutboxMessage, toMessages } from './outbox-message.js';
import { prepared } from './prepared.js';
import { type OutboxRelay, FIRST_REPUBLISH_MS } from './outbox.relay.js';

/** A transaction in progress. Messages published in it leave after the commit. */
export interface Tx {
  readonly manager: EntityManager;
  /** Returns the rows of a SQL statement, including those of `UPDATE … RETURNING`. */
  query<Row extends object>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  publish<E extends EventContract>(event: E, payload: PayloadOf<E>, options: PublishOptions): void;
}

const INSERT_INBOX = prepared(
  'INSERT INTO inbox (message_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING message_id',
);
const INSERT_MESSAGES = prepared(
  `INSERT INTO outbox (message_id, queue, name, sealed, due_at)
   SELECT m.message_id, m.queue, m.name, m.sealed, now() + m.delay * interval '1 ms'
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::float8[])
       AS m(message_id, queue, name, sealed, delay)
   ON CONFLICT DO NOTHING`,
);

const MAX_ATTEMPTS = 5;
/** serialization_failure and deadlock_detected: repeating the work may succeed. */
const REPEATABLE = new Set(['40001', '40P01']);

const isRepeatable = (error: unknown): boolean =>
  error instanceof QueryFailedError && REPEATABLE.has((error.driverError as { code?: string }).code ?? '');

/** Commits state changes together with the messages about them. */
export class Transactions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly relay: OutboxRelay,
  ) {}

  /** Runs `work` at READ COMMITTED. It may run several times (deadlocks), so it must have no effects outside `tx`. */
  async run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const messages: OutboxMessage[] = [];
      try {
        const result = await this.dataSource.transaction(async (manager) => {
          const value = await runInTransactionScope(() => work(this.open(manager, messages)));
          await insertMessages(manager, messages);
          return value;
        });
        await this.relay.afterCommit(messages);
        return result;
      } catch (error) {
        if (attempt >= MAX_ATTEMPTS || !isRepeatable(error)) throw error;
      }
    }
  }

  /** Like `run`, but only the first time for a message or another id; repetitions resolve with undefined. */
  async once<T>(message: Pick<Message, 'id'>, work: (tx: Tx) => Promise<T>): Promise<T | undefined> {
    return this.run(async (tx) => {
      const first = await tx.query(INSERT_INBOX, [message.id]);
      return first.length > 0 ? work(tx) : undefined;
    });
  }

  private open(manager: EntityManager, messages: OutboxMessage[]): Tx {
    return {
      manager,
      query: async <Row extends object>(sql: string, parameters: readonly unknown[] = []) => {
        const result: unknown = await manager.query(sql, [...parameters]);
        return rowsOf<Row>(result);
      },
      publish: (event, payload, options) => {
        messages.push(...toMessages(this.sealer, event, payload, options));
      },
    };
  }
}

/** TypeORM returns `[rows, count]` for UPDATE and DELETE, and the rows for everything else. */
function rowsOf<Row>(result: unknown): Row[] {
  const [first, second] = result as unknown[];
  return (Array.isArray(first) && typeof second === 'number' ? first : result) as Row[];
}

async function insertMessages(manager: EntityManager, messages: readonly OutboxMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await manager.query(INSERT_MESSAGES, [
    messages.map(({ messageId }) => messageId),
    messages.map(({ queue }) => queue),
    messages.map(({ name }) => name),
    messages.map(({ sealed }) => sealed),
    messages.map(({ delayMs }) => (delayMs > 0 ? delayMs : FIRST_REPUBLISH_MS)),
  ]);
}
