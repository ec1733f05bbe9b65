import { Transactions } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';

/** Whoever was away for longer looks at everything afresh. */
const KEPT_DAYS = 7;
const BATCH = 5_000;
const EVERY_MS = 60_000;

/** Removes what nobody resumes from any more. */
@Injectable()
export class FeedSweeper implements OnModuleInit, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly transactions: Transactions,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => {
      this.running = this.sweep().catch((err: unknown) =>
        this.logger.warn({ err }, 'feeds could not be swept, will be tried again'),
      );
    }, EVERY_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  async sweep(): Promise<void> {
    while (!this.stopped && (await this.removeOldest()) === BATCH);
  }

  /**
   * Always the oldest ones, and one sweeper at a time, so that what is left of a feed has no gap: its times never run
   * backwards.
   */
  private removeOldest(): Promise<number> {
    return this.transactions.run(async (tx) => {
      const [lock] = await tx.query<{ mine: boolean }>(
        "SELECT pg_try_advisory_xact_lock(hashtext('feed sweeper')) AS mine",
      );
      if (lock?.mine !== true) return 0;
      const removed = await tx.query(
        `DELETE FROM buyer_feed f
          USING (SELECT buyer_id, seq FROM buyer_feed WHERE at < now() - make_interval(days => $1)
                  ORDER BY at, seq LIMIT $2) old
          WHERE f.buyer_id = old.buyer_id AND f.seq = old.seq RETURNING 1`,
        [KEPT_DAYS, BATCH],
      );
      return removed.length;
    });
  }
}
