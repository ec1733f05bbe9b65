import { randomUUID } from 'node:crypto';
import { CommandClient } from '@desk/bullmq-transport';
import { countRejections, MAX_REJECTION_COUNTS, type RejectionReason, type RequestOf } from '@desk/contracts';
import { InjectLogger, type Logger, PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';

export interface RejectionCount {
  readonly funnelId: string | null;
  /** In UTC: `2026-11-22`. */
  readonly day: string;
  readonly reason: RejectionReason;
  readonly count: number;
}

/** Rejections by funnel, day and reason. Its size depends on the number of funnels, not on that of posts. */
export class RejectionCounts {
  private counts = new Map<string, RejectionCount>();

  add(funnelId: string | null, reason: RejectionReason, at: Date): void {
    const day = at.toISOString().slice(0, 10);
    const key = `${funnelId ?? ''} ${day} ${reason}`;
    const { count } = this.counts.get(key) ?? { count: 0 };
    this.counts.set(key, { funnelId, day, reason, count: count + 1 });
  }

  /** Removes and returns as many counts as one command may carry. */
  take(): RejectionCount[] {
    const taken = [...this.counts].slice(0, MAX_REJECTION_COUNTS);
    for (const [key] of taken) this.counts.delete(key);
    return taken.map(([, count]) => count);
  }
}

const FLUSH_INTERVAL_MS = 5_000;

/**
 * Counts rejected posts in memory and sends the counts to lead-router every few seconds, so that a flood of posts
 * causes neither messages nor writes of its own. A crash loses what was not sent yet.
 */
@Injectable()
export class RejectionCounter implements OnModuleInit, OnApplicationShutdown {
  private readonly counts = new RejectionCounts();
  /** Kept until lead-router has confirmed it. Sent again under the same id, it is not counted twice. */
  private batch: RequestOf<typeof countRejections> | undefined;

  constructor(
    private readonly commands: CommandClient,
    private readonly tasks: PeriodicTasks,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.tasks.start({
      name: 'rejection counts',
      intervalMs: FLUSH_INTERVAL_MS,
      run: () => this.flush(),
    });
  }

  /** Runs after the last request, while messages can still be sent. */
  async onApplicationShutdown(): Promise<void> {
    await this.flush().catch((err: unknown) => this.logger.warn({ err }, 'rejection counts lost'));
  }

  count(funnelId: string | null, reason: RejectionReason): void {
    this.counts.add(funnelId, reason, new Date());
  }

  /** Sends everything counted so far. After a failure the next flush sends it. */
  async flush(): Promise<void> {
    for (let batch; (batch = this.batch ??= this.nextBatch());) {
      await this.commands.send(countRejections, batch);
      // At shutdown, two flushes may run at once; the other may have gone on to the next batch.
      if (this.batch === batch) this.batch = undefined;
    }
  }

  private nextBatch(): RequestOf<typeof countRejections> | undefined {
    const counts = this.counts.take();
    return counts.length === 0 ? undefined : { batchId: randomUUID(), counts };
  }
}
