import { PeriodicTask, withTimeout } from '@desk/timing';
import { RedisConnection } from 'bullmq';
import { Cluster, type Redis, type RedisOptions } from 'ioredis';
import { type ConnectionOptions, LastingRedis } from './lasting-redis.js';
import { describeHosts, parseRedisUrl, type RedisAddress } from './redis-address.js';
import { defineHandOutScripts } from './hand-out-scripts.js';
import { RedisClock } from './redis-clock.js';

export interface RedisSettings {
  /** See `parseRedisUrl`. */
  readonly url: string;
  /** `required` encrypts the connection and verifies the certificate, also if the URL begins with `redis`. */
  readonly tls?: 'required' | 'off';
  /** Prefix of every key and channel; lets tests share one server. */
  readonly prefix?: string;
}

type RequestOptions = Pick<
  RedisOptions,
  | 'maxRetriesPerRequest'
  | 'enableOfflineQueue'
  | 'autoResendUnfulfilledCommands'
  | 'commandTimeout'
  | 'socketTimeout'
>;

const CONNECT_TIMEOUT_MS = 5_000;
/** A connection on which an answer is due is given up and opened again after this long without any data. */
const SILENCE_TIMEOUT_MS = 5_000;
/** Longer than a worker's blocking command, which waits up to 10 s for a job. */
const WORKER_SILENCE_TIMEOUT_MS = 15_000;
const COMMAND_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_DELAY_MS = 10_000;
/** How often an idle connection is asked for a sign of life, and Redis for its time. */
const HEARTBEAT_INTERVAL_MS = 5_000;
const FIRST_HEARTBEAT_TIMEOUT_MS = 2_000;
/** Only if Redis goes away just after it was found. */
const SCRIPTS_TIMEOUT_MS = 5_000;

/**
 * A process's Redis connections: one for commands, which fail at once while Redis is disconnected so that callers do not
 * hang, and one for subscriptions. Workers get connections of their own, which wait for Redis.
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
    // The driver forgets the channels if a connection breaks while they are subscribed again.
    this.listener.on('ready', () => this.subscribeAgain());
    // It may be another server, with another clock.
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
    const late = AbortSignal.timeout(20_000);
    try {
      await Promise.all([link.commands, link.listener].map((redis) => ready(redis, late)));
      await withTimeout(addScripts(link.commands), SCRIPTS_TIMEOUT_MS);
    } catch {
      link.commands.disconnect();
      link.listener.disconnect();
      throw new Error(`Redis does not answer at ${describeHosts(link.address)}`);
    }
    // The first deadline needs the time.
    await withTimeout(link.beat(), FIRST_HEARTBEAT_TIMEOUT_MS).catch(() => undefined);
    link.heartbeat.start();
    return link;
  }

  /** Whether commands can be sent now; otherwise they are rejected at once. */
  get ready(): boolean {
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

  /** Returns whether somebody is subscribed. In a cluster, where nobody knows, true. */
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

  /** A lost connection that nobody uses is noticed only if something is sent. */
  private async beat(): Promise<void> {
    await Promise.allSettled([
      this.clock.synchronize(() => this.commands.time()),
      ...(this.listener.status === 'ready' ? [this.listener.ping()] : []),
    ]);
  }

  private open(options: RequestOptions): Redis {
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
    // It has the same commands. What BullMQ and this class use beyond them exists in both.
    return cluster as unknown as Redis;
  }
  if (kind === 'single') return new LastingRedis({ ...common, ...hosts[0], db });
  return new LastingRedis({
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
 * Lets commands use BullMQ's scripts. Without this the first queue adds them, and ioredis throws outside of every
 * promise if one is then used in a pipeline that was created before.
 */
async function addScripts(redis: Redis): Promise<void> {
  const connection = new RedisConnection(redis, { shared: true, blocking: false });
  connection.on('error', () => undefined);
  await connection.client;
  await connection.close();
}

async function ready(redis: Redis, late: AbortSignal): Promise<void> {
  if (redis.status === 'ready') return;
  await new Promise<void>((resolve, reject) => {
    redis.once('ready', () => resolve());
    late.addEventListener('abort', () => reject(new Error('timeout')), { once: true });
  });
}
