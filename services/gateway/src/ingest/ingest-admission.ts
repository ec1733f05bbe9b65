import { DomainError } from '@desk/contracts';
import { HealthServer } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { isOverloaded, type PostInFlight } from './admission-rule.js';

/** Refused funnels return after 1 to this many seconds, so that they do not all return at once. */
const MAX_RETRY_AFTER_SECONDS = 3;

/** Refuses posts that would wait too long for lead-router, so that those it has accepted are answered in time. */
@Injectable()
export class IngestAdmission {
  /** Oldest first. */
  private readonly inFlight = new Set<PostInFlight>();
  private readonly refusals: Counter;

  constructor(health: HealthServer) {
    const registers = [health.metrics];
    this.refusals = new Counter({
      name: 'ingest_posts_refused_total',
      help: 'Posts answered with 503 because lead-router was overloaded or away',
      registers,
    });
    const { inFlight } = this;
    new Gauge({
      name: 'ingest_posts_in_flight',
      help: 'Posts that wait for lead-router',
      registers,
      collect() {
        this.set(inFlight.size);
      },
    });
  }

  /** @throws UNAVAILABLE with `retryAfter` in seconds */
  assertOpen(): void {
    if (!isOverloaded(this.inFlight, this.inFlight.size, performance.now())) return;
    this.refusals.inc();
    const retryAfter = 1 + Math.floor(Math.random() * MAX_RETRY_AFTER_SECONDS);
    throw new DomainError('UNAVAILABLE', { info: { retryAfter: String(retryAfter) } });
  }

  /** Counts a post as in flight until `work` settles. */
  async track<T>(work: () => Promise<T>): Promise<T> {
    const post = { startedAt: performance.now() };
    this.inFlight.add(post);
    try {
      return await work();
    } finally {
      this.inFlight.delete(post);
    }
  }
}
