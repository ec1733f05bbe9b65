import { Transactions } from '@desk/outbox';
import { PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { FeedRepository } from './feed.repository.js';

const INTERVAL_MS = 60_000;
/** Readers who were disconnected for longer reload everything. */
const MAX_AGE_DAYS = 7;
const BATCH_SIZE = 5_000;
/** Bounds one run, because a shutdown waits for its end. */
const MAX_BATCHES_PER_RUN = 40;

/** Deletes events that are too old to resume from. */
@Injectable()
export class FeedCleanup implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly transactions: Transactions,
    private readonly feed: FeedRepository,
  ) {}

  onModuleInit(): void {
    this.tasks.start({ name: 'feed cleanup', intervalMs: INTERVAL_MS, run: () => this.deleteOld() });
  }

  /** One transaction per batch, so that no lock is held for long. */
  async deleteOld(): Promise<void> {
    for (let batch = 0; batch < MAX_BATCHES_PER_RUN; batch += 1) {
      const deleted = await this.transactions.run((tx) =>
        this.feed.deleteOldest(tx, MAX_AGE_DAYS, BATCH_SIZE),
      );
      if (deleted < BATCH_SIZE) return;
    }
  }
}
