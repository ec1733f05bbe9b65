import { Redis } from 'ioredis';

export interface RedisSettings {
  readonly url: string;
  /** Put before every key and channel; lets tests share one server. */
  readonly prefix?: string;
}

/**
 * A process's connections: one for commands, which fails at once while Redis is away (a caller must not hang),
 * and one that listens. Workers make their own, which wait.
 */
export class RedisLink {
  readonly commands: Redis;
  private readonly listener: Redis;
  /** A worker closes what it opens itself, but not what it was given. */
  private readonly ofWorkers: Redis[] = [];
  private readonly handlers = new Map<string, (text: string) => void>();

  private constructor(readonly settings: RedisSettings) {
    this.commands = this.open({ enableOfflineQueue: false, maxRetriesPerRequest: 1 });
    this.listener = this.open({ maxRetriesPerRequest: null });
    this.listener.on('message', (channel: string, text: string) => this.handlers.get(channel)?.(text));
  }

  /** Resolves when both connections are ready; rejects when that takes longer than 20 s. */
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

  /** Whether commands are taken now; while Redis is away they are refused. */
  get ready(): boolean {
    return this.commands.status === 'ready';
  }

  /** A connection for a BullMQ worker: it waits for Redis for as long as it takes. */
  openForWorker(): Redis {
    const redis = this.open({ maxRetriesPerRequest: null });
    this.ofWorkers.push(redis);
    return redis;
  }

  /** BullMQ's key prefix of a queue. The hash tag keeps one queue's keys in one slot of a cluster. */
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
    this.ofWorkers.forEach((redis) => redis.disconnect());
  }

  private open(options: { maxRetriesPerRequest: number | null; enableOfflineQueue?: boolean }): Redis {
    const redis = new Redis(this.settings.url, {
      ...options,
      retryStrategy: (times) => Math.min(50 * times, 500),
    });
    // Each queue listens on the shared connection; errors are told by what fails because of them.
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
