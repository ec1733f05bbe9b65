import { randomUUID } from 'node:crypto';
import {
  type CommandContract,
  DomainError,
  dropUnknownFields,
  rpcQueue,
  type SenderName,
  type ServiceName,
} from '@desk/contracts';
import { ClientProxy, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import { type Answer, openAnswer, sealEnvelope, toAnswer, toDomainError } from './envelope.js';
import { isSurelyUnpublished, type JobPublisher } from './job-publisher.js';
import { currentContext, newContext } from './message-context.js';
import type { RedisLink } from './redis-link.js';
import type { Sealer } from './sealing.js';

/** Data of `ClientProxy.send`: the contract determines the queue and the timeout. */
export interface Call {
  readonly contract: CommandContract;
  readonly request: unknown;
}

interface Pending {
  readonly service: ServiceName;
  readonly resolve: (answer: Answer) => void;
  readonly timer: NodeJS.Timeout;
}

const unavailable = toAnswer(new DomainError('UNAVAILABLE'));

/** A newer service may answer with fields that this release does not know. */
const readResponse = ({ response }: CommandContract, data: unknown): unknown =>
  dropUnknownFields(response, data);

/**
 * Sends commands for Nest. Responses arrive on a pub/sub channel of this process, because BullMQ's own way, waiting for
 * the finished job, loses some of them.
 */
export class BullmqClient extends ClientProxy {
  private readonly replyTo: string;
  private readonly pending = new Map<string, Pending>();
  private listening: Promise<void> | undefined;

  constructor(
    private readonly redis: RedisLink,
    private readonly publisher: JobPublisher,
    private readonly sealer: Sealer,
  ) {
    super();
    this.replyTo = redis.channel(`reply.${randomUUID()}`);
  }

  get sender(): SenderName {
    return this.sealer.self;
  }

  /** Called by Nest before each send; subscribes once. */
  override connect(): Promise<void> {
    return (this.listening ??= this.redis.subscribe(this.replyTo, (text) => this.receive(text)));
  }

  override close(): void {
    for (const id of this.pending.keys()) this.resolve(id, unavailable);
  }

  override unwrap<T>(): T {
    return this.redis.commands as T;
  }

  /** Events are published through the outbox, in the transaction that caused them. */
  protected override dispatchEvent(): Promise<never> {
    return Promise.reject(new Error('events are published through the outbox'));
  }

  protected override publish(packet: ReadPacket<Call>, callback: (packet: WritePacket) => void): () => void {
    const { contract, request } = packet.data;
    if (!contract.senders.includes(this.sealer.self))
      throw new Error(`${this.sealer.self} is not a sender of ${contract.name}`);
    const id = randomUUID();
    const context = currentContext() ?? newContext();
    const deadline = this.redis.clock.now() + contract.timeoutMs;
    // Registered first: the response may arrive before the job's addition is confirmed.
    this.pending.set(id, {
      service: contract.service,
      timer: setTimeout(() => this.resolve(id, unavailable), contract.timeoutMs),
      resolve: (answer) =>
        callback(
          answer.ok
            ? { response: readResponse(contract, answer.data), isDisposed: true }
            : { err: toDomainError(answer), isDisposed: true },
        ),
    });
    const sealed = sealEnvelope(this.sealer, contract.service, id, {
      v: 1,
      name: contract.name,
      payload: request,
      deadline,
      ...context,
    });
    this.publisher
      .publish(rpcQueue(contract.service), contract.name, [{ id, sealed, replyTo: this.replyTo }])
      .catch((error: unknown) => {
        // Answers at once only if the command was surely not published. Otherwise it may still be executed, so the
        // caller waits until its deadline.
        if (isSurelyUnpublished(error)) this.resolve(id, unavailable);
      });
    return () => this.forget(id);
  }

  private receive(text: string): void {
    const [id = '', sealed = ''] = text.split(' ');
    const pending = this.pending.get(id);
    if (pending) this.resolve(id, this.open(pending.service, id, sealed));
  }

  /** Anything but a sealed response of this service to this request counts as unavailable. */
  private open(service: ServiceName, id: string, sealed: string): Answer {
    try {
      return openAnswer(this.sealer, service, id, sealed);
    } catch {
      return unavailable;
    }
  }

  private resolve(id: string, answer: Answer): void {
    const pending = this.pending.get(id);
    this.forget(id);
    pending?.resolve(answer);
  }

  private forget(id: string): void {
    clearTimeout(this.pending.get(id)?.timer);
    this.pending.delete(id);
  }
}
