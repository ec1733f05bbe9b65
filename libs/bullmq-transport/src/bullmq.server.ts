import { setImmediate } from 'node:timers/promises';
import {
  DomainError,
  eventsQueue,
  type MessageContract,
  messagesOf,
  type QueueName,
  rpcQueue,
  type ServiceName,
} from '@desk/contracts';
import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import { withTimeout } from '@desk/timing';
import type { Job } from 'bullmq';
import { lastValueFrom } from 'rxjs';
import { Acknowledger } from './acknowledgment.js';
import { DeadlineExceededError, runWithDeadline, runWithoutDeadline } from './deadline-scope.js';
import {
  type Answer,
  type Envelope,
  type JobData,
  sealAnswer,
  type SealedMessage,
  toAnswer,
} from './envelope.js';
import { reportFailure } from './failure-report.js';
import { processLost, unreadable } from './faults.js';
import { HandlerWatch } from './handler-watch.js';
import { type HandledListener, reportHandling } from './handled-messages.js';
import { checkCoverage, type Message } from './handlers.js';
import { InProcessEvents, type OwnEvent } from './in-process.js';
import type { JobPublisher } from './job-publisher.js';
import {
  assertProven,
  findContract,
  type OpenedMessage,
  openMessage,
  validateMessage,
} from './opened-message.js';
import { type FaultListener, QueueWorkers } from './queue-workers.js';
import type { RedisLink } from './redis-link.js';
import { repeatReply } from './repeat-reply.js';
import type { Origin, Sealer } from './sealing.js';
import { runInSpan } from './spans.js';
import { crashPoint, runAsWork } from './crash-points.js';
import { type QueueSettings, queueSettings } from './worker-config.js';
import type { DependencyProbe } from './worker-pause.js';

export const CLOSE_TIMEOUT_MS = 10_000;
/** An event during which this many processes ended fails without another attempt: it may be what ended them. */
const MAX_LOST_PROCESSES = 10;
/** A handler this far over its timeout will not end by itself. */
const STUCK_AFTER_MS = 60_000;
export interface ServerOptions {
  readonly closeTimeoutMs?: number;
  /** Rejects while the database is down. Events then wait in their queue. */
  readonly probe?: DependencyProbe;
  readonly settings?: Readonly<Record<QueueName, QueueSettings>>;
  readonly onHandled?: HandledListener;
}

/** Nest's server side: one BullMQ worker for a service's commands and one for its events. */
export class BullmqServer extends Server implements CustomTransportStrategy {
  /** Handles events of this process without a queue. */
  readonly inProcess: InProcessEvents;
  private readonly workers: QueueWorkers;
  private readonly handled: string[] = [];
  private readonly watch = new HandlerWatch();
  private readonly acknowledger: Acknowledger;
  private readonly closeTimeoutMs: number;
  private readonly settings: Readonly<Record<QueueName, QueueSettings>>;
  private readonly onHandled: HandledListener;

  constructor(
    private readonly service: ServiceName,
    private readonly redis: RedisLink,
    private readonly publisher: JobPublisher,
    private readonly sealer: Sealer,
    private readonly onFault: FaultListener,
    {
      closeTimeoutMs = CLOSE_TIMEOUT_MS,
      probe = () => Promise.resolve(),
      settings = queueSettings,
      onHandled = () => undefined,
    }: ServerOptions = {},
  ) {
    super();
    this.closeTimeoutMs = closeTimeoutMs;
    this.settings = settings;
    this.onHandled = onHandled;
    const { concurrency } = settings[eventsQueue(service)];
    this.inProcess = new InProcessEvents(concurrency, (event) => this.processOwnEvent(event));
    this.workers = new QueueWorkers(service, redis, settings, onFault, probe);
    this.acknowledger = new Acknowledger(redis, sealer, eventsQueue(service));
  }

  /** Whether a handler has hung for so long that only a restart helps. */
  get isStuck(): boolean {
    return this.watch.longestOverdueMs > STUCK_AFTER_MS;
  }

  override addHandler(pattern: string, handler: MessageHandler, isEvent?: boolean, extras?: object): void {
    this.handled.push(this.normalizePattern(pattern));
    super.addHandler(pattern, handler, isEvent, extras as Record<string, unknown>);
  }

  /** Nest would try to parse each name as JSON first, which costs more than the rest of the lookup. */
  override getHandlerByPattern(pattern: string): MessageHandler | null {
    return this.messageHandlers.get(pattern) ?? null;
  }

  /** Fails, and so ends the process, if a message of this service has no handler or several. */
  override async listen(callback: (error?: unknown) => void): Promise<void> {
    try {
      const expected = messagesOf(this.service).map(({ name }) => name);
      checkCoverage(this.service, expected, this.handled);
      this.workers.open(rpcQueue(this.service), (job) => this.processCommand(job));
      this.workers.open(eventsQueue(this.service), (job) => this.processEvent(job));
      await this.workers.waitUntilReady();
      this.inProcess.open();
      callback();
    } catch (error) {
      callback(error);
    }
  }

  /**
   * Accepts no new job and waits for running ones up to a time limit (10 s by default); another copy repeats what is
   * cut off. While Redis is disconnected no job can be finished, so none is waited for.
   */
  override async close(): Promise<void> {
    const force = !this.redis.isReady;
    const drained = Promise.all([this.inProcess.close(), this.workers.close(force)]);
    await withTimeout(drained, this.closeTimeoutMs).catch(() => undefined);
    if (!force) await this.acknowledger.flush();
    this.workers.disconnect();
  }

  override on(): never {
    throw new Error('this transport has no status events to listen to');
  }

  override unwrap<T>(): T {
    return this.workers as T;
  }

  /** A domain error is a response. Any other error fails the job; the caller learns of it after the last attempt. */
  private async processCommand(job: Job<JobData>): Promise<void> {
    const opened = openMessage(this.service, this.sealer, job.data, 'command');
    const { deadline } = opened.envelope;
    const isLate = (): boolean => deadline !== undefined && deadline < this.redis.clock.now();
    if (isLate()) return;
    let answer: Answer;
    try {
      answer = {
        ok: true,
        data: await this.validateAndRun(opened, job.data.id, isLate),
      };
    } catch (error) {
      if (error instanceof DeadlineExceededError) return;
      if (!(error instanceof DomainError)) {
        if (job.attemptsMade + 1 >= (job.opts.attempts ?? 1))
          await this.reply(job.data, opened.origin, toAnswer(new DomainError('UNAVAILABLE')));
        throw error;
      }
      answer = toAnswer(error);
    }
    await repeatReply(isLate, () => this.reply(job.data, opened.origin, answer));
  }

  /**
   * Handles the events of a bundle at the same time. Only a failure of the first fails the job. Any other that fails is
   * published as a job of its own, so that no event fails with its neighbors. If a process ended while it handled the
   * bundle, all but the first become jobs of their own, because one of them may have ended it.
   */
  private async processEvent(job: Job<JobData>): Promise<void> {
    const first = this.consume(job, job.data);
    // By the second attempt, the others have been handled or have jobs of their own.
    const more = job.attemptsMade > 0 ? [] : (job.data.more ?? []);
    const others =
      job.stalledCounter > 0
        ? [this.publishAsOwnJobs(job, more)]
        : more.map((message) =>
            this.consume(job, message).catch((error: unknown) => {
              this.onFault({ message: job.name, id: message.id, attempt: job.attemptsMade + 1, error });
              return this.publishAsOwnJobs(job, [message]);
            }),
          );
    try {
      await first;
    } catch (error) {
      await reportFailure(this.redis, this.sealer, job, error);
      throw error;
    } finally {
      await Promise.all(others);
    }
  }

  /** Best-effort: what cannot be added now is published again from its outbox. */
  private async publishAsOwnJobs(
    { name, data }: Job<JobData>,
    messages: readonly SealedMessage[],
  ): Promise<void> {
    const ackTo = data.ackTo === undefined ? {} : { ackTo: data.ackTo };
    const jobs = messages.map((message) => ({ ...message, ...ackTo }));
    if (jobs.length > 0)
      await this.publisher.publish(eventsQueue(this.service), name, jobs).catch(() => undefined);
  }

  /** Acknowledges after the handler has returned. */
  private async consume(job: Job<JobData>, message: SealedMessage): Promise<void> {
    const opened = openMessage(this.service, this.sealer, message, 'event');
    if (job.stalledCounter >= MAX_LOST_PROCESSES) throw processLost(job.stalledCounter);
    await this.validateAndRun(opened, message.id);
    const { ackTo } = job.data;
    if (ackTo !== undefined) this.acknowledger.add(ackTo, opened.origin, message.id);
  }

  /**
   * The payload was validated when it was published. Lets the publisher continue first, for example to answer. Its
   * deadline does not bind the event.
   */
  private async processOwnEvent({ id, envelope }: OwnEvent): Promise<void> {
    await setImmediate();
    const contract = findContract(envelope.name);
    if (contract?.kind !== 'event') throw unreadable(`${this.service} does not handle '${envelope.name}'`);
    await runWithoutDeadline(() => this.run(contract, envelope.payload, envelope, id));
  }

  private async validateAndRun(opened: OpenedMessage, id: string, isLate?: () => boolean): Promise<unknown> {
    const { envelope, contract } = opened;
    const payload = validateMessage(contract, id, envelope.payload);
    assertProven(opened, payload);
    return this.run(contract, payload, envelope, id, isLate);
  }

  private async run(
    contract: MessageContract,
    payload: unknown,
    envelope: Envelope,
    id: string,
    isLate?: () => boolean,
  ): Promise<unknown> {
    const handler = this.getHandlerByPattern(contract.name);
    if (!handler) throw unreadable(`${this.service} does not handle '${envelope.name}'`);
    const message: Message = { id };
    const handle = (): Promise<unknown> =>
      runAsWork(contract.name, async () => {
        crashPoint(this.service, 'received');
        const result: unknown = await handler(payload, message);
        const answer: unknown = await lastValueFrom(this.transformToObservable(result), {
          defaultValue: undefined,
        });
        crashPoint(this.service, 'handled');
        return answer;
      });
    // Inside the watch, so that the deadline still binds a handler that has outlived its timeout.
    const work = isLate ? () => runWithDeadline(isLate, handle) : handle;
    const queue = contract.kind === 'command' ? rpcQueue(this.service) : eventsQueue(this.service);
    const attributes = {
      'messaging.system': 'bullmq',
      'messaging.destination.name': queue,
      'messaging.message.id': id,
    };
    return runInSpan({ name: contract.name, kind: 'consumer', attributes }, envelope, () =>
      reportHandling(contract.name, this.onHandled, () =>
        this.watch.run(this.settings[queue].handlerTimeout, work),
      ),
    );
  }

  /** Returns true if somebody received the reply, or if none was requested. */
  private async reply(job: JobData, origin: Origin, answer: Answer): Promise<boolean> {
    if (job.replyTo === undefined) return true;
    const sealed = sealAnswer(this.sealer, origin, job.id, answer);
    return this.redis.publish(job.replyTo, `${job.id} ${sealed}`);
  }
}
