import { PeriodicTask, withTimeout } from '@desk/timing';
import { RedisConnection } from 'bullmq';
import { Cluster, type Redis } from 'ioredis';
import { type ConnectionOptions, ReconnectingRedis } from './reconnecting-redis.js';
import { describeHosts, parseRedisUrl, type RedisAddress } from './redis-address.js';
import { defineHandOutScripts } from './hand-out-scripts.js';
import { RedisClock } from './redis-clock.js';

export interface RedisSettings {
  /** See `parseRedisUrl`. */
  readonly url: string;
  /** `required` encrypts the connection and verifies the certificate, even if the URL begins with `redis`. */
  readonly tls?: 'required' | 'off';
  /** Prefix of every key and channel; lets tests share one server. */
  readonly prefix?: string;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** A connection that owes an answer is reopened after this long without any data. */
const SILENCE_TIMEOUT_MS = 5_000;
/** Longer than a worker's blocking command, which waits up to 10 s for a job. */
const WORKER_SILENCE_TIMEOUT_MS = 15_000;
const COMMAND_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_DELAY_MS = 10_000;
/** How often idle connections are tested and Redis's clock is read. */
const HEARTBEAT_INTERVAL_MS = 5_000;
const FIRST_HEARTBEAT_TIMEOUT_MS = 2_000;
/** Reached only if Redis goes down right after connecting. */
const SCRIPTS_TIMEOUT_MS = 5_000;

/**
 * A process's Redis connections: one for commands, which fail at once while Redis is disconnected so that callers do
 * not hang, and one for subscriptions. Workers get connections of their own, which wait for Redis.
 */
export class RedisLink {
  readonly commands: Redis;
  readonly clock = new RedisClock();
  private readonly address: RedisAddress;
  private readonly listener: Redis;
  /** Closed here: their users, such as BullMQ, do not close connections they were given. */
  private readonly otherConnections: Redis[] = [];
  private readonly handlers = new Map<string, (text: string) => void>();
  private readonly heartbeat: PeriodicTask;

  private constructor(readonly settings: RedisSettings) {
    this.address = parseRedisUrl(settings.url);
    this.commands = this.open({
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      commandTimeout: COMMAND_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
    });
    this.listener = this.open({ maxRetriesPerRequest: null, socketTimeout: SILENCE_TIMEOUT_MS });
    this.listener.on('message', (channel: string, text: string) => this.handlers.get(channel)?.(text));
    // ioredis forgets the channels if the connection breaks while it resubscribes.
    this.listener.on('ready', () => this.subscribeAgain());
    // After a failover, this may be another server, with another clock.
    this.commands.on('ready', () => void this.beat());
    this.heartbeat = new PeriodicTask({
      intervalMs: HEARTBEAT_INTERVAL_MS,
      run: () => this.beat(),
      onRun: () => undefined,
    });
  }

  /** Resolves when both connections are ready; rejects after at most 25 s. */
  static async connect(settings: RedisSettings): Promise<RedisLink> {
    const link = new RedisLink(settings);
    const timeout = AbortSignal.timeout(20_000);
    try {
      await Promise.all([link.commands, link.listener].map((redis) => waitUntilReady(redis, timeout)));
      await withTimeout(addScripts(link.commands), SCRIPTS_TIMEOUT_MS);
    } catch {
      link.commands.disconnect();
      link.listener.disconnect();
      throw new Error(`Redis does not answer at ${describeHosts(link.address)}`);
    }
    // The first command's deadline needs Redis's time.
    await withTimeout(link.beat(), FIRST_HEARTBEAT_TIMEOUT_MS).catch(() => undefined);
    link.heartbeat.start();
    return link;
  }

  /** Whether commands can be sent now; otherwise they are rejected at once. */
  get isReady(): boolean {
    return this.commands.status === 'ready';
  }

  /** Opens a connection for a BullMQ worker, which waits for Redis indefinitely. */
  openForWorker(): Redis {
    const redis = this.open({ maxRetriesPerRequest: null, socketTimeout: WORKER_SILENCE_TIMEOUT_MS });
    defineHandOutScripts(this.commands, redis);
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
      socketTimeout: SILENCE_TIMEOUT_MS,
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

  /** Returns whether anybody is subscribed. Always true in a cluster, which counts one node's subscribers only. */
  async publish(channel: string, text: string): Promise<boolean> {
    const receivers = await this.commands.publish(channel, text);
    return receivers > 0 || this.address.kind === 'cluster';
  }

  close(): void {
    void this.heartbeat.stop();
    this.commands.disconnect();
    this.listener.disconnect();
    this.otherConnections.forEach((redis) => redis.disconnect());
  }

  private subscribeAgain(): void {
    const channels = [...this.handlers.keys()];
    if (channels.length > 0) this.listener.subscribe(...channels).catch(() => undefined);
  }

  /** A lost idle connection is noticed only when something is sent. */
  private async beat(): Promise<void> {
    await Promise.allSettled([
      this.clock.synchronize(() => this.commands.time()),
      ...(this.listener.status === 'ready' ? [this.listener.ping()] : []),
    ]);
  }

  private open(options: ConnectionOptions): Redis {
    const redis = connect(this.address, this.settings.tls === 'required', {
      ...options,
      connectTimeout: CONNECT_TIMEOUT_MS,
      keepAlive: KEEP_ALIVE_DELAY_MS,
      // A primary that became a replica keeps its connections. The new primary is found by connecting again.
      reconnectOnError: ({ message }) => (message.includes('READONLY') ? 2 : false),
      retryStrategy: (times) => Math.min(50 * times, 500),
    });
    // Each queue adds listeners to the shared connection. Errors surface in the commands they make fail.
    redis.setMaxListeners(0);
    redis.on('error', () => undefined);
    return redis;
  }
}

function connect(address: RedisAddress, tlsRequired: boolean, options: ConnectionOptions): Redis {
  const { kind, hosts, username, password, db, primaryName } = address;
  const tls = tlsRequired || address.tls ? { rejectUnauthorized: true } : undefined;
  const common: ConnectionOptions = {
    ...options,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(tls && { tls }),
  };
  if (kind === 'cluster') {
    const { retryStrategy, enableOfflineQueue, ...perNode } = common;
    const cluster = new Cluster([...hosts], {
      redisOptions: perNode,
      enableOfflineQueue: enableOfflineQueue ?? true,
      clusterRetryStrategy: retryStrategy ?? null,
    });
    // `Cluster` has everything of `Redis` that BullMQ and this class use.
    return cluster as unknown as Redis;
  }
  if (kind === 'single') return new ReconnectingRedis({ ...common, ...hosts[0], db });
  return new ReconnectingRedis({
    ...common,
    db,
    sentinels: [...hosts],
    name: primaryName ?? '',
    failoverDetector: true,
    sentinelCommandTimeout: CONNECT_TIMEOUT_MS,
    sentinelRetryStrategy: (times) => Math.min(50 * times, 500),
    ...(address.sentinelUsername === undefined ? {} : { sentinelUsername: address.sentinelUsername }),
    ...(address.sentinelPassword === undefined ? {} : { sentinelPassword: address.sentinelPassword }),
    ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: tls }),
  });
}

/**
 * Adds BullMQ's scripts to the connection. Otherwise the first queue would add them, and a pipeline created before that
 * would make ioredis throw outside of every promise.
 */
async function addScripts(redis: Redis): Promise<void> {
  const connection = new RedisConnection(redis, { shared: true, blocking: false });
  connection.on('error', () => undefined);
  await connection.client;
  await connection.close();
}

async function waitUntilReady(redis: Redis, timeout: AbortSignal): Promise<void> {
  if (redis.status === 'ready') return;
  await new Promise<void>((resolve, reject) => {
    redis.once('ready', () => resolve());
    timeout.addEventListener('abort', () => reject(new Error('timeout')), { once: true });
  });
}
