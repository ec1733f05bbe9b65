import { randomUUID } from 'node:crypto';
import { CommandClient } from '@desk/bullmq-transport';
import {
  countRejections,
  MAX_NEW_REFUSED_POSTS,
  MAX_REJECTION_COUNTS,
  type NewRefusedPost,
  type PostedFieldName,
  type RejectionReason,
  type RequestOf,
} from '@desk/contracts';
import {
  InjectEnv,
  InjectLogger,
  type Logger,
  PeriodicTasks,
  type reportingZoneSettings,
  type SettingsOf,
} from '@desk/service-kit';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';

type Batch = RequestOf<typeof countRejections>;
interface Counts {
  readonly counts: Batch['counts'];
  readonly faults: NonNullable<Batch['faults']>;
  readonly refusedPosts: NewRefusedPost[];
}

/** Counts equal objects. */
class Tally<Counted extends object> {
  private readonly counts = new Map<string, Counted & { readonly count: number }>();

  add(counted: Counted): void {
    const key = Object.values(counted).join(' ');
    this.counts.set(key, { ...counted, count: (this.counts.get(key)?.count ?? 0) + 1 });
  }

  /** Removes and returns at most as many as one command may carry. */
  take(): (Counted & { readonly count: number })[] {
    const taken = [...this.counts].slice(0, MAX_REJECTION_COUNTS);
    for (const [key] of taken) this.counts.delete(key);
    return taken.map(([, count]) => count);
  }
}

/** Kept between two batches. One funnel's flood must neither fill the memory nor crowd out other funnels. */
export const MAX_REFUSED_POSTS_OF_FUNNEL = 50;

/** The newest refused posts of each funnel, oldest first. */
class RefusedPosts {
  private readonly byFunnel = new Map<string, NewRefusedPost[]>();

  add(post: NewRefusedPost): void {
    const posts = this.byFunnel.get(post.funnelId);
    if (posts === undefined) this.byFunnel.set(post.funnelId, [post]);
    else if (posts.push(post) > MAX_REFUSED_POSTS_OF_FUNNEL) posts.shift();
  }

  /** Removes and returns the posts of as many funnels as one command may carry. */
  take(): NewRefusedPost[] {
    const taken: NewRefusedPost[] = [];
    for (const [funnelId, posts] of this.byFunnel) {
      if (taken.length + posts.length > MAX_NEW_REFUSED_POSTS) break;
      taken.push(...posts);
      this.byFunnel.delete(funnelId);
    }
    return taken;
  }
}

/**
 * Rejections by funnel, day of the reporting time zone and reason or field, and the newest refused posts. Grows with the
 * number of funnels, not of posts.
 */
export class RejectionCounts {
  private readonly counts = new Tally<Omit<Counts['counts'][number], 'count'>>();
  private readonly faults = new Tally<Omit<Counts['faults'][number], 'count'>>();
  private readonly refusedPosts = new RefusedPosts();
  private readonly formatDay: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    // The Swedish locale writes ISO 8601.
    this.formatDay = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  }

  /** `fields` are those that were missing or not valid. */
  add(
    funnelId: string | null,
    reason: RejectionReason,
    at: Date,
    fields: ReadonlySet<PostedFieldName> = new Set(),
  ): void {
    const day = this.formatDay.format(at);
    this.counts.add({ funnelId, day, reason });
    if (funnelId === null) return;
    for (const field of fields) this.faults.add({ funnelId, day, field });
    this.refusedPosts.add({ funnelId, refusedAt: at.toISOString(), reason, fields: [...fields] });
  }

  /** Removes and returns at most as much as one command may carry. */
  take(): Counts {
    return {
      counts: this.counts.take(),
      faults: this.faults.take(),
      refusedPosts: this.refusedPosts.take(),
    };
  }
}

const FLUSH_INTERVAL_MS = 5_000;

/**
 * Counts rejected posts in memory and sends the counts to lead-router every few seconds, so that a flood of posts
 * causes neither messages nor writes of its own. A crash loses what was not sent yet.
 */
@Injectable()
export class RejectionCounter implements OnModuleInit, OnApplicationShutdown {
  private readonly counts: RejectionCounts;
  /** Kept until lead-router has confirmed it. Sent again under the same id, it is not counted twice. */
  private batch: Batch | undefined;

  constructor(
    private readonly commands: CommandClient,
    private readonly tasks: PeriodicTasks,
    @InjectLogger() private readonly logger: Logger,
    @InjectEnv() env: SettingsOf<typeof reportingZoneSettings>,
  ) {
    this.counts = new RejectionCounts(env.REPORTING_TIME_ZONE);
  }

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

  count(funnelId: string | null, reason: RejectionReason, fields?: ReadonlySet<PostedFieldName>): void {
    this.counts.add(funnelId, reason, new Date(), fields);
  }

  /** Sends everything counted so far. After a failure the next flush sends it. */
  async flush(): Promise<void> {
    for (let batch; (batch = this.batch ??= this.nextBatch());) {
      await this.commands.send(countRejections, batch);
      // If two flushes run at once, the other may have gone on to the next batch.
      if (this.batch === batch) this.batch = undefined;
    }
  }

  private nextBatch(): Batch | undefined {
    const taken = this.counts.take();
    const size = taken.counts.length + taken.faults.length + taken.refusedPosts.length;
    return size === 0 ? undefined : { batchId: randomUUID(), ...taken };
  }
}
