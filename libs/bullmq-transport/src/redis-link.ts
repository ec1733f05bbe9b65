import { Redis, type RedisOptions } from 'ioredis';

export interface RedisSettings {
  readonly url: string;
  /** `required` encrypts the connection and verifies the certificate, also if the URL begins with `redis:`. */
  readonly tls?: 'required' | 'off';
  /** Prefix of every key and channel; lets tests share one server. */
  readonly prefix?: string;
}

type ConnectionOptions = Pick<
  RedisOptions,
  'maxRetriesPerRequest' | 'enableOfflineQueue' | 'autoResendUnfulfilledCommands' | 'commandTimeout'
>;

/**
 * A process's Redis connections: one for commands, which fail at once while Redis is disconnected so that callers do not
 * hang, and one for subscriptions. Workers get connections of their own, which wait for Redis.
 */
export class RedisLink {
  readonly commands: Redis;
  private readonly listener: Redis;
  /** Closed here: their users, such as BullMQ, do not close connections they were given. */
  private readonly otherConnections: Redis[] = [];
  private readonly handlers = new Map<string, (text: string) => void>();

  private constructor(readonly settings: RedisSettings) {
    this.commands = this.open({ enableOfflineQueue: false, maxRetriesPerRequest: 1 });
    this.listener = this.open({ maxRetriesPerRequest: null });
    this.listener.on('message', (channel: string, text: string) => this.handlers.get(channel)?.(text));
  }

  /** Resolves when both connections are ready; rejects after 20 s. */
  static async connect(settings: RedisSettings): Promise<RedisLink> {
    const link = new RedisLink(settings);
    const late = AbortSignal.timeout(20_000);
    try {
      await Promise.all([link.commands, link.listener].map((redis) => ready(redis, late)));
      return link;
    } catch {
      link.commands.disconnect();
      link.listener.disconnect();
      throw new Error(`Redis does not answer at ${new URL(settings.url).host}`);
    }
  }

  /** Whether commands can be sent now; otherwise they are rejected at once. */
  get ready(): boolean {
    return this.commands.status === 'ready';
  }

  /** Opens a connection for a BullMQ worker, which waits for Redis indefinitely. */
  openForWorker(): Redis {
    const redis = this.open({ maxRetriesPerRequest: null });
    this.otherConnections.push(redis);
    return redis;
  }

  /** Opens a connection for work that can be done without Redis: commands fail at once or after `timeoutMs`. */
  openWithTimeout(timeoutMs: number): Redis {
    const redis = this.open({
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      commandTimeout: timeoutMs,
    });
    this.otherConnections.push(redis);
    return redis;
  }

  /** Returns BullMQ's key prefix of a queue. The hash tag keeps a queue's keys in one cluster slot. */
  queuePrefix(queue: string): string {
    return `{${this.settings.prefix ?? ''}desk.${queue}}`;
  }

  channel(name: string): string {
    return `${this.settings.prefix ?? ''}desk.${name}`;
  }

  async subscribe(channel: string, handler: (text: string) => void): Promise<void> {
    this.handlers.set(channel, handler);
    await this.listener.subscribe(channel);
  }

  close(): void {
    this.commands.disconnect();
    this.listener.disconnect();
    this.otherConnections.forEach((redis) => redis.disconnect());
  }

  private open(options: ConnectionOptions): Redis {
    const redis = new Redis(this.settings.url, {
      ...options,
      ...(this.settings.tls === 'required' && { tls: { rejectUnauthorized: true } }),
      retryStrategy: (times) => Math.min(50 * times, 500),
    });
    // Each queue adds listeners to the shared connection. Errors surface in the commands they make fail.
    redis.setMaxListeners(0);
    redis.on('error', () => undefined);
    return redis;
  }
}

async function ready(redis: Redis, late: AbortSignal): Promise<void> {
  if (redis.status === 'ready') return;
  await new Promise<void>((resolve, reject) => {
    redis.once('ready', () => resolve());
    late.addEventListener('abort', () => reject(new Error('timeout')), { once: true });
  });
}
