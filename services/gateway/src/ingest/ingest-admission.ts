import { DomainError, PRIVATE_ADDRESS_PATH, routes } from '@desk/contracts';
import { HealthServer, PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { LeadPathBacklog } from './lead-path-backlog.js';
import type { RequestHandler } from 'express';
import { answerProblem } from '../errors/problem.js';
import { routePath } from '../http/route-of.js';

/** Posts that may wait for lead-router at once in one process, whatever their age. */
export const MAX_POSTS_IN_FLIGHT = 1_000;
/** A post usually takes milliseconds, and its funnel waits up to five seconds. */
export const SLOW_POST_MS = 500;
/** Fewer slow posts do not show an overload: they may wait for one locked row. */
export const MAX_SLOW_POSTS = 5;

export interface PostInFlight {
  /** Monotonic, in milliseconds. */
  readonly startedAt: number;
}

/**
 * Whether to refuse a further post. Posts are served in the order of their arrival, so several slow ones show that a
 * new one would wait as long, and finally be answered too late. Refusing it keeps the wait near `SLOW_POST_MS`, whatever
 * the capacity is. `posts` are those in flight, oldest first.
 */
export function isOverloaded(posts: Iterable<PostInFlight>, count: number, now: number): boolean {
  if (count >= MAX_POSTS_IN_FLIGHT) return true;
  let slow = 0;
  for (const { startedAt } of posts) {
    if (now - startedAt < SLOW_POST_MS) return false;
    slow += 1;
    if (slow >= MAX_SLOW_POSTS) return true;
  }
  return false;
}

/** Refused funnels return after 1 to this many seconds, at random, so that a flood does not return at once. */
const MAX_RETRY_AFTER_SECONDS = 3;
const READING_INTERVAL_MS = 250;

/**
 * Refuses posts that would wait too long for lead-router, and all posts while a later step is late, so that accepted leads
 * are answered, sold and delivered in time.
 */
@Injectable()
export class IngestAdmission implements OnModuleInit {
  /** Oldest first. */
  private readonly inFlight = new Set<PostInFlight>();
  private isLeadPathLate = false;
  private readonly refusals: Counter;

  constructor(
    private readonly backlog: LeadPathBacklog,
    private readonly tasks: PeriodicTasks,
    health: HealthServer,
  ) {
    const registers = [health.metrics];
    this.refusals = new Counter({
      name: 'ingest_posts_refused_total',
      help: 'Posts answered with 503 because the lead path was overloaded or lead-router down',
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

  onModuleInit(): void {
    this.tasks.start({
      name: 'lead path backlog',
      intervalMs: READING_INTERVAL_MS,
      run: async () => {
        // While Redis is down, nothing is known, so nothing is refused.
        this.isLeadPathLate = await this.backlog.isLate().catch(() => false);
      },
    });
  }

  /** Returns why a post has to be refused now, with `retryAfter` in seconds. */
  findRefusal(): DomainError | undefined {
    const doPostsWait = isOverloaded(this.inFlight, this.inFlight.size, performance.now());
    if (!doPostsWait && !this.isLeadPathLate) return undefined;
    this.refusals.inc();
    const retryAfter = 1 + Math.floor(Math.random() * MAX_RETRY_AFTER_SECONDS);
    return new DomainError('UNAVAILABLE', { info: { retryAfter: String(retryAfter) } });
  }

  /** Counts a post as in flight until `work`, which hands it to lead-router, settles. */
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

const PATHS: readonly string[] = [routes.postLead.path, routes.postLeads.path];

/**
 * Refuses posts of leads under overload before anything else costs time: the body is not parsed, the funnel not
 * identified and no limit counted in Redis.
 */
export const refuseEarly =
  (admission: IngestAdmission): RequestHandler =>
  (request, response, next) => {
    const path = routePath(request.path);
    const isPost =
      request.method === 'POST' && (PATHS.includes(path) || path.startsWith(`${PRIVATE_ADDRESS_PATH}/`));
    const refusal = isPost ? admission.findRefusal() : undefined;
    if (refusal) answerProblem(response, refusal);
    else next();
  };
