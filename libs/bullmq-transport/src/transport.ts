import {
  type CommandContract,
  parse,
  type RequestOf,
  type ResponseOf,
  type SenderName,
  type ServiceName,
} from '@desk/contracts';
import { withTimeout } from '@desk/timing';
import { firstValueFrom } from 'rxjs';
import { BullmqClient } from './bullmq.client.js';
import { BullmqServer, type ServerOptions } from './bullmq.server.js';
import { passCrashPoints } from './crash-points.js';
import { JobPublisher, type NextJob } from './job-publisher.js';
import type { FaultListener } from './queue-workers.js';
import { RedisLink, type RedisSettings } from './redis-link.js';
import { Sealer } from './sealing.js';
import { assertNoTransaction } from './transaction-scope.js';

/** Sends commands, typed by their contracts. */
export class CommandClient {
  constructor(private readonly client: BullmqClient) {}

  /**
   * Resolves with the service's response.
   *
   * @throws DomainError of the service; INVALID_REQUEST, before sending, if the request does not match the contract;
   * UNAVAILABLE if no response arrives within the contract's timeout
   * @throws Error inside a database transaction (see `assertNoTransaction`)
   */
  async send<C extends CommandContract>(contract: C, request: RequestOf<C>): Promise<ResponseOf<C>> {
    assertNoTransaction(`the command ${contract.name}`);
    parse(contract.request, request);
    return passCrashPoints(this.client.sender, contract.name, () =>
      firstValueFrom(this.client.send<ResponseOf<C>>(contract.name, { contract, request })),
    );
  }
}

/**
 * Notifies all listening processes through Redis pub/sub. At-most-once: use it only to wake consumers that also poll.
 * Not sealed, so publish ids only.
 */
export class Broadcast {
  constructor(private readonly redis: RedisLink) {}

  /** Best-effort; correctness does not depend on it. */
  publish(topic: string, id: string): void {
    if (this.redis.isReady) void this.send(topic, id).catch(() => undefined);
  }

  /** Like `publish`, but can be awaited before the process exits. Resolves with the number of receiving processes. */
  send(topic: string, id: string): Promise<number> {
    return this.redis.commands.publish(this.redis.channel(`broadcast.${topic}`), id);
  }

  /** Replaces this process's previous handler of the topic. */
  async subscribe(topic: string, handler: (id: string) => void): Promise<void> {
    await this.redis.subscribe(this.redis.channel(`broadcast.${topic}`), handler);
  }
}

/** Announcements expire after this time, so that a service that died or caught up does not count as behind. */
const LIFETIME_MS = 1_000;
const TIMEOUT_MS = 3_000;

/** Ages of backlogs that wait in a table, not a queue. Their services announce them again while they last. */
export class AnnouncedBacklogs {
  constructor(private readonly redis: RedisLink) {}

  async announce(name: string, backlog: NextJob): Promise<void> {
    const writing = this.redis.commands.set(this.key(name), JSON.stringify(backlog), 'PX', LIFETIME_MS);
    await withTimeout(writing, TIMEOUT_MS);
  }

  /** Resolves to undefined if none was announced within the last second. */
  async read(name: string): Promise<NextJob | undefined> {
    const text = await withTimeout(this.redis.commands.get(this.key(name)), TIMEOUT_MS);
    return text === null ? undefined : (JSON.parse(text) as NextJob);
  }

  private key(name: string): string {
    return this.redis.channel(`backlog.${name}`);
  }
}

/** Everything a process needs to exchange messages with others. */
export class Transport {
  readonly publisher: JobPublisher;
  readonly client: CommandClient;
  readonly broadcast: Broadcast;
  readonly backlogs: AnnouncedBacklogs;
  private readonly bullmqClient: BullmqClient;

  private constructor(
    readonly redis: RedisLink,
    readonly sealer: Sealer,
  ) {
    this.publisher = new JobPublisher(redis);
    this.bullmqClient = new BullmqClient(redis, this.publisher, sealer);
    this.client = new CommandClient(this.bullmqClient);
    this.broadcast = new Broadcast(redis);
    this.backlogs = new AnnouncedBacklogs(redis);
  }

  /** Rejects if Redis does not answer within 25 s or the keys are not those of the process `name`. */
  static async connect(
    options: RedisSettings & { name: SenderName; messageKeys: string },
  ): Promise<Transport> {
    const sealer = new Sealer(options.name, options.messageKeys);
    const transport = new Transport(await RedisLink.connect(options), sealer);
    await transport.bullmqClient.connect();
    return transport;
  }

  createServer(service: ServiceName, onFault: FaultListener, options?: ServerOptions): BullmqServer {
    return new BullmqServer(service, this.redis, this.publisher, this.sealer, onFault, options);
  }

  async close(): Promise<void> {
    this.bullmqClient.close();
    await this.publisher.close();
    this.redis.close();
  }
}
