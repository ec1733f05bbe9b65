import { randomUUID } from 'node:crypto';
import {
  type Acknowledgment,
  type FailureReport,
  type InProcessEvents,
  isDependencyFailure,
  type JobData,
  type JobPublisher,
  readAcknowledgment,
  readFailureReport,
  type RedisLink,
  type SealedMessage,
  type Sealer,
} from '@desk/bullmq-transport';
import { events, eventsQueue, type QueueName } from '@desk/contracts';
import { Collector, PeriodicTask } from '@desk/timing';
import type { DataSource } from 'typeorm';
import { toBundles } from './bundles.js';
import type { OutboxMessage } from './outbox-message.js';
import {
  type ClaimedMessage,
  type DueMessage,
  type FailingMessage,
  FIRST_REPUBLISH_MS,
  OutboxStore,
} from './outbox.store.js';

const SWEEP_INTERVAL_MS = 500;
const SWEEP_BATCH = 500;
/** The most batches of one sweep. Without this limit, a long backlog would make a sweep look stuck. */
const MAX_SWEEP_BATCHES = 20;
/** A sweep takes seconds at most; one that takes this long hangs. */
const STUCK_AFTER_MS = 120_000;
/**
 * Messages for which nobody waits are collected for this long to be published together, and reports to be written by
 * one statement. Well below the time after which an unacknowledged message is republished.
 */
const COLLECT_MS = 250;
/** Added to a message's delay, so that the sweep finds it due by the database's clock too. */
const DUE_MARGIN_MS = 5;
/** Longer delays need no timer: the periodic sweeps are exact enough. */
const MAX_TIMER_DELAY_MS = 60_000;
/** How long sweeps skip a queue after Redis has refused its messages. */
const REFUSAL_PAUSE_MS = FIRST_REPUBLISH_MS;

/** What consumers say about messages. */
type Report = Acknowledgment | FailureReport;
type ToJobs = (messages: readonly SealedMessage[], ackTo: string) => readonly JobData[];
const toSingleJobs: ToJobs = (messages, ackTo) => messages.map((message) => ({ ...message, ackTo }));

/** Messages of one queue that could not be published. */
interface PublishFailure<M extends DueMessage> {
  readonly queue: QueueName;
  readonly messages: readonly M[];
  readonly error: unknown;
}

export type RelayFault = (
  error: unknown,
  during: 'publish' | 'sweep' | 'acknowledge' | 'record failures' | 'handle in process',
) => void;
/** Called once for each committed message, however many consumers it has. */
export type CommitListener = (name: string) => void;
/** Called after each failed round of attempts at a message, once the failure is stored. */
export type FailureListener = (message: FailingMessage) => void;

/**
 * Publishes committed messages to their queues, and republishes those that a crash, a wiped Redis or a lost
 * acknowledgment left behind. Any number of copies may sweep the same table.
 */
export class OutboxRelay {
  private readonly ackTo: string;
  private readonly ownQueue: string | undefined;
  private readonly store: OutboxStore;
  private readonly queues: readonly QueueName[];
  private readonly sweeper: PeriodicTask;
  private readonly bundled = new Collector<OutboxMessage>(COLLECT_MS, (messages) =>
    this.publishSafely(messages),
  );
  private readonly reports = new Collector<Report>(COLLECT_MS, (reports) => this.write(reports));
  private readonly delayTimers = new Set<NodeJS.Timeout>();
  private readonly commitListeners: CommitListener[] = [];
  private readonly pausedUntil = new Map<QueueName, number>();
  private isStopped = false;

  constructor(
    dataSource: DataSource,
    private readonly redis: RedisLink,
    private readonly publisher: JobPublisher,
    private readonly sealer: Sealer,
    private readonly onFault: RelayFault,
    private readonly inProcess?: InProcessEvents,
    private readonly onFailure: FailureListener = () => undefined,
  ) {
    this.ackTo = redis.channel(`ack.${randomUUID()}`);
    this.ownQueue = sealer.self === 'gateway' ? undefined : eventsQueue(sealer.self);
    this.store = new OutboxStore(dataSource);
    const sent = events.filter(({ senders }) => senders.some((sender) => sender === sealer.self));
    this.queues = [...new Set(sent.flatMap(({ consumers }) => consumers.map(eventsQueue)))];
    this.sweeper = new PeriodicTask({
      intervalMs: SWEEP_INTERVAL_MS,
      run: () => this.sweep(),
      onRun: ({ error }) => {
        if (error !== undefined) onFault(error, 'sweep');
      },
    });
  }

  async start(): Promise<void> {
    await this.redis.subscribe(this.ackTo, (text) => this.collect(text));
    this.sweeper.start();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.delayTimers.forEach((timer) => clearTimeout(timer));
    await Promise.all([this.sweeper.stop(), this.bundled.flush()]);
    await this.reports.flush();
  }

  onCommitted(listener: CommitListener): void {
    this.commitListeners.push(listener);
  }

  /** Whether a sweep has taken so long that it must be hanging. */
  get isStuck(): boolean {
    return this.sweeper.runningForMs > STUCK_AFTER_MS;
  }

  /**
   * Publishes what a transaction has committed. A failure is harmless: the sweeper republishes. Messages that a service
   * sends to itself are handled in this process, without the queue and without making the caller wait. They are
   * published only if that fails or the process is busy.
   */
  async afterCommit(messages: readonly OutboxMessage[]): Promise<void> {
    this.reportCommitted(messages);
    for (const { delayMs } of messages)
      if (delayMs > 0 && delayMs < MAX_TIMER_DELAY_MS) this.sweepAfter(delayMs);
    const undelayed = messages.filter(({ delayMs }) => delayMs === 0);
    const toPublish = undelayed.filter((message) => !this.tryHandle(message));
    this.bundled.add(...toPublish.filter(({ isBundled }) => isBundled));
    await this.publishSafely(toPublish.filter(({ isBundled }) => !isBundled));
  }

  /** Publishes what is due without waiting for the next sweep. */
  sweepNow(): Promise<void> {
    return this.sweeper.runNow();
  }

  /**
   * Publishes all messages that are due, except those that still wait in their queue. Does nothing while Redis is
   * disconnected. Messages that Redis refuses stay due, so that backoff does not delay them once Redis is back.
   */
  async sweep(): Promise<void> {
    for (let batch = 0; batch < MAX_SWEEP_BATCHES && this.redis.isReady && !this.isStopped; batch += 1) {
      const open = this.queues.filter((queue) => (this.pausedUntil.get(queue) ?? 0) <= performance.now());
      const queues = (await this.store.findDueQueues(open)) as QueueName[];
      if (queues.length === 0) return;
      const waiting = await Promise.all(
        queues.map(async (queue) => ({ queue, waitingMs: await this.publisher.waitingMs(queue) })),
      );
      const rows = await this.store.claimDue(waiting, SWEEP_BATCH);
      await this.publishClaimed(rows);
      if (rows.length < SWEEP_BATCH) return;
    }
  }

  /** The claim has counted an attempt for each message; takes it back where Redis was what failed. */
  private async publishClaimed(claimed: readonly ClaimedMessage[]): Promise<void> {
    const failures = await this.tryPublish(claimed, toSingleJobs);
    const refused = failures.filter(({ error }) => isDependencyFailure(error));
    for (const { queue } of refused) this.pausedUntil.set(queue, performance.now() + REFUSAL_PAUSE_MS);
    if (refused.length > 0) await this.store.releaseClaims(refused.flatMap(({ messages }) => messages));
    const [first] = failures;
    if (first) throw first.error;
  }

  private reportCommitted(messages: readonly OutboxMessage[]): void {
    const names = new Map(messages.map(({ messageId, name }) => [messageId, name]));
    for (const name of names.values()) this.commitListeners.forEach((listener) => listener(name));
  }

  /** Reports the first failure. The sweeper republishes what could not be published. */
  private async publishSafely(messages: readonly DueMessage[]): Promise<void> {
    const [failure] = await this.tryPublish(messages, toBundles);
    if (failure) this.onFault(failure.error, 'publish');
  }

  private async tryPublish<M extends DueMessage>(
    messages: readonly M[],
    toJobs: ToJobs,
  ): Promise<PublishFailure<M>[]> {
    const groups = [...Map.groupBy(messages, ({ queue }) => queue)].flatMap(([queue, ofQueue]) =>
      [...Map.groupBy(ofQueue, ({ name }) => name)].map(([name, ofName]) => ({
        queue,
        name,
        messages: ofName,
      })),
    );
    const failures = await Promise.all(
      groups.map(async ({ queue, name, messages }) => {
        const sealed = messages.map((message) => ({ id: message.messageId, sealed: message.sealed }));
        try {
          await this.publisher.publish(queue, name, toJobs(sealed, this.ackTo));
          return [];
        } catch (error) {
          return [{ queue, messages, error }];
        }
      }),
    );
    return failures.flat();
  }

  private tryHandle(message: OutboxMessage): boolean {
    const { queue, messageId, envelope } = message;
    if (queue !== this.ownQueue) return false;
    const handled = this.inProcess?.tryHandle({ id: messageId, envelope });
    if (!handled) return false;
    void handled.then(
      () => this.reports.add({ queue, messageId }),
      (error: unknown) => {
        this.onFault(error, 'handle in process');
        return this.publishSafely([message]);
      },
    );
    return true;
  }

  private collect(text: string): void {
    if (this.isStopped) return;
    const report = readAcknowledgment(this.sealer, text) ?? readFailureReport(this.sealer, text);
    if (report) this.reports.add(report);
  }

  private async write(reports: readonly Report[]): Promise<void> {
    const acknowledged = reports.filter((report) => !('kind' in report));
    const failed = reports.filter((report) => 'kind' in report);
    if (acknowledged.length > 0)
      await this.store
        .deleteAcknowledged(acknowledged)
        .catch((error: unknown) => this.onFault(error, 'acknowledge'));
    if (failed.length === 0) return;
    await this.store.recordFailures(failed).then(
      (messages) => messages.forEach(this.onFailure),
      (error: unknown) => this.onFault(error, 'record failures'),
    );
  }

  private sweepAfter(delayMs: number): void {
    const timer = setTimeout(() => {
      this.delayTimers.delete(timer);
      void this.sweeper.runNow();
    }, delayMs + DUE_MARGIN_MS);
    this.delayTimers.add(timer);
  }
}
