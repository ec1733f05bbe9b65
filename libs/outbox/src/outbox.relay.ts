import { randomUUID } from 'node:crypto';
import type { JobPublisher, RedisLink } from '@desk/bullmq-transport';
import type { DataSource } from 'typeorm';
import type { OutboxMessage } from './outbox-message.js';

/** A message is published again when it is not acknowledged: after 3 s, then doubling up to a minute. */
export const REPUBLISH_FIRST_MS = 3_000;
export const REPUBLISH_MAX_MS = 60_000;
const SWEEP_EVERY_MS = 500;
const SWEEP_BATCH = 500;
const ACK_EVERY_MS = 25;
const INBOX_KEPT_DAYS = 30;
const INBOX_CLEANED_EVERY_MS = 3_600_000;

/** `<queue> <message id>`; an id may hold spaces. */
const toPair = (text: string): [queue: string, id: string] => {
  const space = text.indexOf(' ');
  return [text.slice(0, space), text.slice(space + 1)];
};

type Row = Pick<OutboxMessage, 'messageId' | 'queue' | 'name' | 'sealed'>;

export type RelayFault = (error: unknown, during: 'publish' | 'sweep' | 'acknowledge' | 'clean') => void;

/**
 * Carries committed messages to their queues, and sweeps up what a crash, a wiped Redis or a lost acknowledgement
 * left behind. Any number of copies may sweep the same table.
 */
export class OutboxRelay {
  private readonly ackTo: string;
  private acked: string[] = [];
  private sweepTimer: NodeJS.Timeout | undefined;
  private cleanTimer: NodeJS.Timeout | undefined;
  private ackTimer: NodeJS.Timeout | undefined;
  private readonly due = new Set<NodeJS.Timeout>();
  private sweeping: Promise<void> = Promise.resolve();
  private sweepWaits = false;
  private stopped = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly redis: RedisLink,
    private readonly publisher: JobPublisher,
    private readonly onFault: RelayFault,
  ) {
    this.ackTo = redis.channel(`ack.${randomUUID()}`);
  }

  async start(): Promise<void> {
    await this.redis.subscribe(this.ackTo, (text) => this.acknowledged(text));
    await this.cleanInbox();
    this.cleanTimer = setInterval(
      () => void this.cleanInbox().catch((error: unknown) => this.onFault(error, 'clean')),
      INBOX_CLEANED_EVERY_MS,
    );
    this.scheduleSweep();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.sweepTimer);
    clearInterval(this.cleanTimer);
    this.due.forEach((timer) => clearTimeout(timer));
    await this.sweeping;
    await this.flushAcks();
  }

  /** After the commit. A failure is harmless: the sweeper sends what is not acknowledged. */
  async afterCommit(messages: readonly OutboxMessage[]): Promise<void> {
    const now = messages.filter(({ delayMs }) => delayMs === 0);
    for (const { delayMs } of messages) if (delayMs > 0 && delayMs < REPUBLISH_MAX_MS) this.sweepIn(delayMs);
    await this.publish(now).catch((error: unknown) => this.onFault(error, 'publish'));
  }

  /**
   * Publishes what is due, once. Exposed so that a caller can hurry. While Redis is away the rows are left alone,
   * so that they do not wait any longer than it does.
   */
  async sweep(): Promise<void> {
    while (this.redis.ready) {
      const rows = await this.claimDue();
      await this.publish(rows);
      if (rows.length < SWEEP_BATCH || this.stopped) return;
    }
  }

  private async cleanInbox(): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM inbox WHERE processed_at < now() - make_interval(days => ${INBOX_KEPT_DAYS})`,
    );
  }

  /** Claimed rows come due again later, whether or not the publishing succeeds. */
  private async claimDue(): Promise<Row[]> {
    const result: [Row[], number] = await this.dataSource.query(
      `UPDATE outbox o
          SET attempts = o.attempts + 1,
              due_at = now() + LEAST($1 * 2 ^ LEAST(o.attempts, 10), $2) * (0.75 + random() / 2) * interval '1 ms'
         FROM (SELECT message_id, queue FROM outbox WHERE due_at <= now()
                ORDER BY due_at LIMIT ${SWEEP_BATCH} FOR UPDATE SKIP LOCKED) d
        WHERE o.message_id = d.message_id AND o.queue = d.queue
        RETURNING o.message_id AS "messageId", o.queue, o.name, o.sealed`,
      [REPUBLISH_FIRST_MS, REPUBLISH_MAX_MS],
    );
    return result[0];
  }

  private async publish(rows: readonly Row[]): Promise<void> {
    const byQueue = Map.groupBy(rows, ({ queue }) => queue);
    await Promise.all(
      [...byQueue].flatMap(([queue, ofQueue]) =>
        [...Map.groupBy(ofQueue, ({ name }) => name)].map(([name, ofName]) =>
          this.publisher.publish(
            queue,
            name,
            ofName.map(({ messageId, sealed }) => ({ id: messageId, sealed, ackTo: this.ackTo })),
          ),
        ),
      ),
    );
  }

  private acknowledged(text: string): void {
    if (this.stopped) return;
    this.acked.push(text);
    this.ackTimer ??= setTimeout(() => void this.flushAcks(), ACK_EVERY_MS);
  }

  private async flushAcks(): Promise<void> {
    clearTimeout(this.ackTimer);
    this.ackTimer = undefined;
    const pairs = this.acked.splice(0).map(toPair);
    if (pairs.length === 0) return;
    await this.dataSource
      .query(
        `DELETE FROM outbox o USING unnest($1::text[], $2::text[]) AS a(queue, message_id)
          WHERE o.message_id = a.message_id AND o.queue = a.queue`,
        [pairs.map(([queue]) => queue), pairs.map(([, id]) => id)],
      )
      .catch((error: unknown) => this.onFault(error, 'acknowledge'));
  }

  private scheduleSweep(): void {
    if (this.stopped) return;
    this.sweepTimer = setTimeout(
      () => {
        this.runSweep();
        void this.sweeping.then(() => this.scheduleSweep());
      },
      SWEEP_EVERY_MS * (0.75 + Math.random() / 2),
    );
  }

  private sweepIn(delayMs: number): void {
    const timer = setTimeout(() => {
      this.due.delete(timer);
      this.runSweep();
    }, delayMs + 5);
    this.due.add(timer);
  }

  /** One sweep at a time; one more waits at most, for it will see what all the others would. */
  private runSweep(): void {
    if (this.sweepWaits) return;
    this.sweepWaits = true;
    this.sweeping = this.sweeping
      .then(() => {
        this.sweepWaits = false;
        return this.stopped ? undefined : this.sweep();
      })
      .catch((error: unknown) => this.onFault(error, 'sweep'));
  }
}
