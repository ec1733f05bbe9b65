import type { SenderName, ServiceName } from '@desk/contracts';
import { AnnouncedBacklogs } from './announced-backlogs.js';
import { Broadcast } from './broadcast.js';
import { BullmqClient } from './bullmq.client.js';
import { BullmqServer, type FaultListener, type ServerOptions } from './bullmq.server.js';
import { CommandClient } from './command-client.js';
import { JobPublisher } from './job-publisher.js';
import { RedisLink, type RedisSettings } from './redis-link.js';
import { Sealer } from './sealing.js';

/** Everything a process needs to exchange messages with others. */
export class Transport {
  readonly publisher: JobPublisher;
  readonly client: CommandClient;
  readonly broadcast: Broadcast;
  readonly backlogs: AnnouncedBacklogs;
  private readonly proxy: BullmqClient;

  private constructor(
    readonly redis: RedisLink,
    readonly sealer: Sealer,
  ) {
    this.publisher = new JobPublisher(redis);
    this.proxy = new BullmqClient(redis, this.publisher, sealer);
    this.client = new CommandClient(this.proxy);
    this.broadcast = new Broadcast(redis);
    this.backlogs = new AnnouncedBacklogs(redis);
  }

  /** Rejects if Redis does not answer within 25 s or the keys are not those of the process `name`. */
  static async connect(
    options: RedisSettings & { name: SenderName; messageKeys: string },
  ): Promise<Transport> {
    const sealer = new Sealer(options.name, options.messageKeys);
    const transport = new Transport(await RedisLink.connect(options), sealer);
    await transport.proxy.connect();
    return transport;
  }

  createServer(service: ServiceName, onFault: FaultListener, options?: ServerOptions): BullmqServer {
    return new BullmqServer(service, this.redis, this.sealer, onFault, options);
  }

  async close(): Promise<void> {
    this.proxy.close();
    await this.publisher.close();
    this.redis.close();
  }
}
