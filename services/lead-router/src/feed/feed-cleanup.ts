import { Transactions, type Tx } from '@desk/outbox';
import { PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';

const INTERVAL_MS = 60_000;
/** Readers who were disconnected for longer reload everything. */
const MAX_AGE_DAYS = 7;
const BATCH_SIZE = 5_000;
/** Bounds one run, because a shutdown waits for its end. */
const MAX_BATCHES_PER_RUN = 40;

const TRY_LOCK = `SELECT pg_try_advisory_xact_lock(hashtext('feed sweeper')) AS "isAcquired"`;
const DELETE_OLDEST = `
  DELETE FROM buyer_feed f
   USING (SELECT buyer_id, seq FROM buyer_feed WHERE at < now() - make_interval(days => $1)
           ORDER BY at, seq LIMIT $2) old
   WHERE f.buyer_id = old.buyer_id AND f.seq = old.seq RETURNING 1`;

/** Deletes events that are too old to resume from. */
@Injectable()
export class FeedCleanup implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly transactions: Transactions,
  ) {}

  onModuleInit(): void {
    this.tasks.start({ name: 'feed cleanup', intervalMs: INTERVAL_MS, run: () => this.deleteOld() });
  }

  /** One transaction per batch, so that no lock is held for long. */
  async deleteOld(): Promise<void> {
    for (let batch = 0; batch < MAX_BATCHES_PER_RUN; batch += 1)
      if ((await this.transactions.run(deleteOldest)) < BATCH_SIZE) return;
  }
}

/**
 * Deletes the oldest events that are too old, and returns their number. One copy at a time, oldest first, so that the
 * rest of a feed has no gap: times within a feed never decrease.
 */
async function deleteOldest(tx: Tx): Promise<number> {
  const lock = await tx.one<{ isAcquired: boolean }>(TRY_LOCK);
  if (lock?.isAcquired !== true) return 0;
  const deleted = await tx.query(DELETE_OLDEST, [MAX_AGE_DAYS, BATCH_SIZE]);
  return deleted.length;
}
