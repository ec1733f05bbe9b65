import { DomainError } from '@desk/contracts';
import { HealthServer, PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { AcceptancePace } from './acceptance-pace.js';
import { isOverloaded, type PostInFlight } from './admission-rule.js';
import { LeadPathBacklog } from './lead-path-backlog.js';

/** Refused funnels return after 1 to this many seconds, or sooner if few are refused. */
const MAX_RETRY_AFTER_SECONDS = 3;
const MEASURING_INTERVAL_MS = 250;

/**
 * Refuses posts that would wait too long for lead-router, and those that later steps could not keep up with, so that
 * accepted leads are answered, sold and delivered in time.
 */
@Injectable()
export class IngestAdmission implements OnModuleInit {
  /** Oldest first. */
  private readonly inFlight = new Set<PostInFlight>();
  private readonly pace = new AcceptancePace();
  private readonly refusals: Counter;

  constructor(
    private readonly backlog: LeadPathBacklog,
    private readonly tasks: PeriodicTasks,
    health: HealthServer,
  ) {
    const registers = [health.metrics];
    this.refusals = new Counter({
      name: 'ingest_posts_refused_total',
      help: 'Posts answered with 503 because the lead path was overloaded or lead-router away',
      registers,
    });
    const { inFlight, pace } = this;
    new Gauge({
      name: 'ingest_posts_in_flight',
      help: 'Posts that wait for lead-router',
      registers,
      collect() {
        this.set(inFlight.size);
      },
    });
    new Gauge({
      name: 'ingest_limit_per_second',
      help: 'Leads that this copy accepts per second while later steps are behind; +Inf without a limit',
      registers,
      collect() {
        this.set(pace.limitPerSecond);
      },
    });
  }

  onModuleInit(): void {
    this.tasks.start({
      name: 'lead path backlog',
      intervalMs: MEASURING_INTERVAL_MS,
      run: () => this.measureBacklog(),
    });
  }

  /** Returns why a post has to be refused now, with `retryAfter` in seconds. */
  findRefusal(): DomainError | undefined {
    const now = performance.now();
    if (!this.doPostsWait(now) && this.pace.isOpen(now)) return undefined;
    this.refusals.inc();
    this.pace.noteRefusal(now);
    return new DomainError('UNAVAILABLE', { info: { retryAfter: String(this.chooseRetryAfter(now)) } });
  }

  /** Returns whole seconds. Spreads the return of a flood, and does not keep away a few funnels for which there is room soon. */
  private chooseRetryAfter(now: number): number {
    const longest = Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(1, Math.ceil(this.pace.excess(now))));
    return 1 + Math.floor(Math.random() * longest);
  }

  /** Lets a post in, or returns why not, as `findRefusal` does. Give its place back unless its lead is accepted. */
  admit(): DomainError | undefined {
    const refusal = this.findRefusal();
    if (!refusal) this.pace.takePlace();
    return refusal;
  }

  giveBackPlace(): void {
    this.pace.giveBackPlace();
  }

  /** Counts a post that is handed to lead-router, as in flight until `work` settles. */
  async track<T>(work: () => Promise<T>): Promise<T> {
    const post = { startedAt: performance.now() };
    this.pace.countPosted();
    this.inFlight.add(post);
    try {
      return await work();
    } finally {
      this.inFlight.delete(post);
    }
  }

  /** Nothing is known while Redis is away: the limit is then lifted step by step. */
  private async measureBacklog(): Promise<void> {
    const trends = this.pace.isIdle ? [] : await this.backlog.measure().catch(() => []);
    const now = performance.now();
    this.pace.adjust(trends, now, this.doPostsWait(now));
  }

  private doPostsWait(now: number): boolean {
    return isOverloaded(this.inFlight, this.inFlight.size, now);
  }
}
