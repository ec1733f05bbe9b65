import { Redis, type RedisOptions } from 'ioredis';

export type ConnectionOptions = Omit<RedisOptions, 'replyMapping'>;

const REOPEN_DELAY_MS = 200;

/**
 * A connection that is opened again until somebody closes it.
 *
 * With sentinels, ioredis ends a connection for good if they announce the next primary while it asks them for the
 * address. That happens in most failovers, and every process would have to be restarted.
 */
export class LastingRedis extends Redis {
  private closed = false;

  constructor(options: ConnectionOptions) {
    super({ ...options, replyMapping: 'legacy' });
    // BullMQ's workers wait for jobs on a duplicate of the connection they get.
    this.duplicate = ((override?: ConnectionOptions) =>
      new LastingRedis({ ...this.options, ...override })) as Redis['duplicate'];
    this.on('end', () => {
      if (this.closed) return;
      setTimeout(() => this.reopen(), REOPEN_DELAY_MS).unref();
    });
  }

  override disconnect(reconnect = false): void {
    if (!reconnect) this.closed = true;
    super.disconnect(reconnect);
  }

  override async quit(): Promise<'OK'> {
    this.closed = true;
    return super.quit();
  }

  private reopen(): void {
    // If it fails, the connection ends again.
    if (!this.closed) this.connect().catch(() => undefined);
  }
}
