import { Redis, type RedisOptions } from 'ioredis';

export type ConnectionOptions = Omit<RedisOptions, 'replyMapping'>;

const REOPEN_DELAY_MS = 200;

/**
 * A connection that reopens until it is closed.
 *
 * With sentinels, ioredis ends a connection for good if they announce a new primary while it looks up the address. That
 * happens in most failovers, and every process would have to be restarted.
 */
export class ReconnectingRedis extends Redis {
  private closed = false;

  constructor(options: ConnectionOptions) {
    super({ ...options, replyMapping: 'legacy' });
    // BullMQ's workers wait for jobs on a duplicate of the connection they get.
    this.duplicate = ((override?: ConnectionOptions) =>
      new ReconnectingRedis({ ...this.options, ...override })) as Redis['duplicate'];
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
    // A failed attempt emits 'end', which schedules the next one.
    if (!this.closed) this.connect().catch(() => undefined);
  }
}
