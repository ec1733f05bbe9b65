import {
  commands,
  DomainError,
  events,
  eventsQueue,
  fromWire,
  type MessageContract,
  messagesOf,
  parse,
  type QueueName,
  rpcQueue,
  type SenderName,
  type ServiceName,
  toWire,
  toWireName,
} from '@desk/contracts';
import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import { withTimeout } from '@desk/timing';
import { type Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { lastValueFrom } from 'rxjs';
import { toAcknowledgement } from './acknowledgement.js';
import { type Answer, type Envelope, type JobData, openEnvelope, sealAnswer, toAnswer } from './envelope.js';
import { originalError, throwHidden, unreadable } from './faults.js';
import { checkCoverage } from './handler-coverage.js';
import type { Message } from './handlers.js';
import type { Origin } from './keyring.js';
import { newContext, runInContext } from './message-context.js';
import type { RedisLink } from './redis-link.js';
import type { Sealer } from './sealing.js';
import { backoffDelay, queueSettings } from './worker-config.js';

/** Called for every failed job. The transport itself writes no log. */
export type FaultListener = (fault: { message: string; id: string; attempt: number; error: unknown }) => void;

const CLOSE_TIMEOUT_MS = 10_000;

interface OpenedMessage {
  readonly envelope: Envelope;
  readonly origin: Origin;
  readonly contract: MessageContract;
}

const contracts = new Map(
  [...commands, ...events].flatMap((contract) => [
    [contract.name, contract],
    [toWireName(contract.name), contract],
  ]),
);

/** Nest's server side: one worker for a service's requests and one for its events. */
export class BullmqServer extends Server implements CustomTransportStrategy {
  private workers: Worker<JobData>[] = [];
  private connections: Redis[] = [];
  private readonly handled: string[] = [];

  constructor(
    private readonly service: ServiceName,
    private readonly redis: RedisLink,
    private readonly sealer: Sealer,
    private readonly onFault: FaultListener,
    private readonly closeTimeoutMs = CLOSE_TIMEOUT_MS,
  ) {
    super();
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
      this.workers = [
        this.createWorker(rpcQueue(this.service), (job) => this.processCommand(job)),
        this.createWorker(eventsQueue(this.service), (job) => this.processEvent(job)),
      ];
      await Promise.all(this.workers.map((worker) => worker.waitUntilReady()));
      callback();
    } catch (error) {
      callback(error);
    }
  }

  /**
   * Accepts no new job and waits up to 10 s for running ones; another copy repeats what is cut off. While Redis is
   * disconnected no job can be finished, so none is waited for.
   */
  override async close(): Promise<void> {
    const force = !this.redis.ready;
    const drained = Promise.allSettled(this.workers.map((worker) => worker.close(force)));
    await withTimeout(drained, this.closeTimeoutMs).catch(() => undefined);
    // BullMQ does not close connections it was given. After this, a job still running cannot be finished here.
    this.connections.forEach((connection) => connection.disconnect());
  }

  override on(): never {
    throw new Error('this transport emits no events');
  }

  override unwrap<T>(): T {
    return this.workers as T;
  }

  private createWorker(queue: QueueName, process: (job: Job<JobData>) => Promise<void>): Worker<JobData> {
    const { concurrency, lockDuration, stalledInterval, maxStalledCount } = queueSettings[queue];
    const connection = this.redis.openForWorker();
    this.connections.push(connection);
    const worker = new Worker<JobData>(queue, (job) => process(job).catch(throwHidden), {
      connection,
      prefix: this.redis.queuePrefix(queue),
      concurrency,
      lockDuration,
      stalledInterval,
      maxStalledCount,
      settings: { backoffStrategy: (made) => backoffDelay(queueSettings[queue], made, Math.random) },
    });
    worker.on('failed', (job, error) =>
      this.onFault({
        message: job?.name ?? queue,
        id: job?.id ?? '',
        attempt: job?.attemptsMade ?? 0,
        error: originalError(error),
      }),
    );
    worker.on('error', () => undefined);
    return worker;
  }

  /** A handler's rejection fails the job; a domain error is a response. The caller learns of a fault after the last attempt. */
  private async processCommand(job: Job<JobData>): Promise<void> {
    const opened = this.open(job.data, 'command');
    const { deadline } = opened.envelope;
    if (deadline !== undefined && deadline < Date.now()) return;
    try {
      await this.reply(job.data, opened.origin, { ok: true, data: await this.run(opened, job.data.id) });
    } catch (error) {
      if (error instanceof DomainError) return this.reply(job.data, opened.origin, toAnswer(error));
      if (job.attemptsMade + 1 >= (job.opts.attempts ?? 1))
        await this.reply(job.data, opened.origin, toAnswer(new DomainError('UNAVAILABLE')));
      throw error;
    }
  }

  /** Acknowledges after the handler has returned. A job whose payload cannot be read is not retried. */
  private async processEvent(job: Job<JobData>): Promise<void> {
    const { id, ackTo } = job.data;
    const opened = this.open(job.data, 'event');
    await this.run(opened, id);
    if (ackTo === undefined) return;
    const text = toAcknowledgement(this.sealer, opened.origin, { queue: job.queueName, messageId: id });
    await this.redis.commands.publish(ackTo, text).catch(() => 0);
  }

  /**
   * Refuses what its sender may not send; a command among the events, where no deadline would end its repetition; and
   * an event under the id of another one, which the inbox would then ignore.
   */
  private open(job: JobData, kind: MessageContract['kind']): OpenedMessage {
    const { envelope, origin } = this.unseal(job);
    const contract = contracts.get(envelope.name);
    if (contract?.kind !== kind) throw unreadable(`${this.service} does not handle '${envelope.name}'`);
    const { sender } = origin;
    const senders: readonly SenderName[] = contract.senders;
    if (sender !== undefined && !senders.includes(sender))
      throw unreadable(`${sender} may not send '${contract.name}'`);
    if (kind === 'event' && !job.id.startsWith(`${envelope.name}~`))
      throw unreadable(`'${envelope.name}' has the id of another message`);
    return { envelope, origin, contract };
  }

  private unseal(job: JobData): Pick<OpenedMessage, 'envelope' | 'origin'> {
    try {
      return openEnvelope(this.sealer, job);
    } catch (error) {
      throw unreadable(`message ${job.id} cannot be opened`, error);
    }
  }

  /** An invalid payload may come from a newer release: the job fails for good, and the outbox republishes the message. */
  private validate(contract: MessageContract, { id, payload }: { id: string; payload: unknown }): unknown {
    if (contract.kind === 'command') return parse(contract.request, fromWire(contract.request, payload));
    try {
      return parse(contract.payload, fromWire(contract.payload, payload));
    } catch (error) {
      const fields = error instanceof DomainError ? error.fields.map(({ field }) => field).join(', ') : '';
      throw unreadable(`message ${id} does not match its contract: ${fields}`, error);
    }
  }

  private async run({ envelope, contract }: OpenedMessage, id: string): Promise<unknown> {
    const handler = this.getHandlerByPattern(contract.name);
    if (!handler) throw unreadable(`${this.service} does not handle '${envelope.name}'`);
    const payload = this.validate(contract, { id, payload: envelope.payload });
    const { name, correlationId, deadline } = envelope;
    const message: Message = {
      id,
      name,
      correlationId,
      ...(deadline === undefined ? {} : { deadline }),
    };
    return runInContext(newContext(envelope), async () => {
      const result: unknown = await handler(payload, message);
      const answer: unknown = await lastValueFrom(this.transformToObservable(result), {
        defaultValue: undefined,
      });
      return contract.kind === 'command' ? toWire(contract.response, answer) : answer;
    });
  }

  private async reply(job: JobData, origin: Origin, answer: Answer): Promise<void> {
    if (job.replyTo === undefined) return;
    const sealed = sealAnswer(this.sealer, origin, job.id, answer);
    await this.redis.commands.publish(job.replyTo, `${job.id} ${sealed}`);
  }
}
