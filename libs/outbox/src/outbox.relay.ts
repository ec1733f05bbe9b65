import { randomUUID } from 'node:crypto';
import {
  type Acknowledgement,
  type JobPublisher,
  readAcknowledgement,
  type RedisLink,
  type Sealer,
} from '@desk/bullmq-transport';
import { PeriodicTask } from '@desk/timing';
import type { DataSource } from 'typeorm';
import type { OutboxMessage } from './outbox-message.js';

/** An unacknowledged message is republished after this, then after twice as long each time. */
export const FIRST_REPUBLISH_MS = 3_000;
export const MAX_REPUBLISH_MS = 60_000;
const SWEEP_INTERVAL_MS = 500;
const SWEEP_BATCH = 500;
/** Acknowledgements that arrive within this time are deleted by one statement. */
const ACKNOWLEDGE_BATCH_MS = 25;
export const INBOX_RETENTION_DAYS = 30;
const INBOX_CLEANING_INTERVAL_MS = 600_000;
/** Rows deleted by one statement. More could exceed the statement timeout and hold locks for long. */
const INBOX_CLEANING_BATCH = 1_000;
/** Added to a message's delay, so that the sweep finds it due by the database's clock too. */
const DUE_MARGIN_MS = 5;

type Row = Pick<OutboxMessage, 'messageId' | 'queue' | 'name' | 'sealed'>;

export type RelayFault = (error: unknown, during: 'publish' | 'sweep' | 'acknowledge' | 'clean') => void;

/**
 * Publishes committed messages to their queues, and republishes those that a crash, a wiped Redis or a lost
 * acknowledgement left behind. Any number of copies may sweep the same table.
 */
export class OutboxRelay {
  private readonly ackTo: string;
  private acknowledged: Acknowledgement[] = [];
  private acknowledgeTimer: NodeJS.Timeout | undefined;
  private readonly sweeper: PeriodicTask;
  private readonly inboxCleaner: PeriodicTask;
  private readonly delayTimers = new Set<NodeJS.Timeout>();
  private isStopped = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly redis: RedisLink,
    private readonly publisher: JobPublisher,
    private readonly sealer: Sealer,
    private readonly onFault: RelayFault,
  ) {
    this.ackTo = redis.channel(`ack.${randomUUID()}`);
    this.sweeper = this.createTask('sweep', SWEEP_INTERVAL_MS, () => this.sweep());
    this.inboxCleaner = this.createTask('clean', INBOX_CLEANING_INTERVAL_MS, () => this.cleanInbox());
  }

  async start(): Promise<void> {
    await this.redis.subscribe(this.ackTo, (text) => this.collectAcknowledgement(text));
    // Not awaited: after a long downtime there may be millions of old rows, and the service must start at once.
    void this.inboxCleaner.runNow();
    this.inboxCleaner.start();
    this.sweeper.start();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.delayTimers.forEach((timer) => clearTimeout(timer));
    await Promise.all([this.sweeper.stop(), this.inboxCleaner.stop()]);
    await this.flushAcknowledgements();
  }

  /** Publishes what a transaction has committed. A failure is harmless: the sweeper republishes. */
  async afterCommit(messages: readonly OutboxMessage[]): Promise<void> {
    for (const { delayMs } of messages)
      if (delayMs > 0 && delayMs < MAX_REPUBLISH_MS) this.sweepAfter(delayMs);
    const undelayed = messages.filter(({ delayMs }) => delayMs === 0);
    await this.publish(undelayed).catch((error: unknown) => this.onFault(error, 'publish'));
  }

  /**
   * Publishes all messages that are due. Does nothing while Redis is disconnected, so that their next attempt is not
   * postponed beyond its return.
   */
  async sweep(): Promise<void> {
    while (this.redis.ready && !this.isStopped) {
      const rows = await this.claimDue();
      await this.publish(rows);
      if (rows.length < SWEEP_BATCH) return;
    }
  }

  private createTask(during: 'sweep' | 'clean', intervalMs: number, run: () => Promise<void>): PeriodicTask {
    return new PeriodicTask({
      intervalMs,
      run,
      onRun: ({ error }) => {
        if (error !== undefined) this.onFault(error, during);
      },
    });
  }

  private async cleanInbox(): Promise<void> {
    while (!this.isStopped) {
      const [, deleted]: [unknown, number] = await this.dataSource.query(
        `DELETE FROM inbox
          WHERE message_id = ANY (ARRAY(
            SELECT message_id FROM inbox WHERE processed_at < now() - make_interval(days => ${INBOX_RETENTION_DAYS})
             ORDER BY processed_at LIMIT ${INBOX_CLEANING_BATCH} FOR UPDATE SKIP LOCKED))`,
      );
      if (deleted < INBOX_CLEANING_BATCH) return;
    }
  }

  /** Claimed rows come due again later, whether or not publishing them succeeds. */
  private async claimDue(): Promise<Row[]> {
    const result: [Row[], number] = await this.dataSource.query(
      `UPDATE outbox o
          SET attempts = o.attempts + 1,
              due_at = now() + LEAST($1 * 2 ^ LEAST(o.attempts, 10), $2) * (0.75 + random() / 2) * interval '1 ms'
         FROM (SELECT message_id, queue FROM outbox WHERE due_at <= now()
                ORDER BY due_at LIMIT ${SWEEP_BATCH} FOR UPDATE SKIP LOCKED) d
        WHERE o.message_id = d.message_id AND o.queue = d.queue
        RETURNING o.message_id AS "messageId", o.queue, o.name, o.sealed`,
      [FIRST_REPUBLISH_MS, MAX_REPUBLISH_MS],
    );
    return result[0];
  }

  private async publish(rows: readonly Row[]): Promise<void> {
    const byQueue = Map.groupBy(rows, ({ queue }) => queue);
    await Promise.all(
      [...byQueue].flatMap(([queue, queueRows]) =>
        [...Map.groupBy(queueRows, ({ name }) => name)].map(([name, nameRows]) =>
          this.publisher.publish(
            queue,
            name,
            nameRows.map(({ messageId, sealed }) => ({ id: messageId, sealed, ackTo: this.ackTo })),
          ),
        ),
      ),
    );
  }

  private collectAcknowledgement(text: string): void {
    if (this.isStopped) return;
    const acknowledgement = readAcknowledgement(this.sealer, text);
    if (!acknowledgement) return;
    this.acknowledged.push(acknowledgement);
    this.acknowledgeTimer ??= setTimeout(() => void this.flushAcknowledgements(), ACKNOWLEDGE_BATCH_MS);
  }

  private async flushAcknowledgements(): Promise<void> {
    clearTimeout(this.acknowledgeTimer);
    this.acknowledgeTimer = undefined;
    const pairs = this.acknowledged.splice(0);
    if (pairs.length === 0) return;
    await this.dataSource
      .query(
        `DELETE FROM outbox o USING unnest($1::text[], $2::text[]) AS a(queue, message_id)
          WHERE o.message_id = a.message_id AND o.queue = a.queue`,
        [pairs.map(({ queue }) => queue), pairs.map(({ messageId }) => messageId)],
      )
      .catch((error: unknown) => this.onFault(error, 'acknowledge'));
  }

  private sweepAfter(delayMs: number): void {
    const timer = setTimeout(() => {
      this.delayTimers.delete(timer);
      void this.sweeper.runNow();
    }, delayMs + DUE_MARGIN_MS);
    this.delayTimers.add(timer);
  }
}
