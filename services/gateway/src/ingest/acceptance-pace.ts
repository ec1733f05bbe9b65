import { type BacklogTrend, MAX_MESSAGE_AGE_MS } from './backlog-trend.js';
import { PostCounts } from './post-counts.js';

/** The limit falls in proportion to the delay of the next message. A delay of this much would lower it to zero. */
const CATCH_UP_MS = 5_000;
/** However late a step is, the limit is at least this share of what it handles. */
const LEAST_SHARE = 0.5;
/** What a step has handled at best counts for less with each measurement at which it is behind: it may have become slower. */
const BEST_RATE_DECAY = 0.97;
/** While no step is busy, each measurement raises the limit by this factor. */
const INCREASE = 1.1;
/** The same from about the rate that a step has handled at best. */
const CAREFUL_INCREASE = 1.01;
const CAREFUL_FROM = 0.9;
/** The limit ends once nothing was refused for this long. Refused funnels return within it. */
const QUIET_MS = 3_000;
/** The limit is at least this share of what was posted in the last second: over a short time a step may have handled nothing. */
const STEEPEST_DECREASE = 0.5;
/** Leads per second that are always accepted, so that a wrong measurement cannot stop intake. */
export const MIN_PER_SECOND = 5;
/** Places that were not used can be used for this long. Refused funnels return in groups, as their waits are whole seconds. */
const BURST_SECONDS = 0.25;

interface HandledRate {
  /** Of the leads that this copy accepts. */
  readonly perSecond: number;
  /** How much of it may be accepted, so that the step catches up. */
  readonly share: number;
}

/**
 * Limits how many leads per second this copy accepts to what the slowest later step handles, so that leads do not wait
 * for it. The limit follows from what this copy has accepted, so copies need not know of each other.
 */
export class AcceptancePace {
  private limit = Infinity;
  /** Leads per second that the slowest step has handled at best since the limit began. A single measurement may be far too low. */
  private best = 0;
  private readonly posted = new PostCounts();
  private readonly refused = new PostCounts();
  /** The last refusal. */
  private refusedAt = -Infinity;
  /** Posts that may be let in now, as of `filledAt`. */
  private tokens = 0;
  private filledAt = 0;

  /** Leads per second; Infinity without a limit. */
  get limitPerSecond(): number {
    return this.limit;
  }

  /** Whether nothing has happened since the last adjustment. */
  get isIdle(): boolean {
    return this.limit === Infinity && this.posted.isIdle;
  }

  isOpen(nowMs: number): boolean {
    if (this.limit === Infinity) return true;
    this.fill(nowMs);
    return this.tokens >= 1;
  }

  /** Uses a place. Call it only while open. */
  takePlace(): void {
    this.tokens -= 1;
  }

  /** Of a post that was let in and not accepted, so that it gives later steps nothing to do. */
  giveBackPlace(): void {
    this.tokens += 1;
  }

  countPosted(): void {
    this.posted.count();
  }

  noteRefusal(nowMs: number): void {
    this.refusedAt = nowMs;
    this.refused.count();
  }

  /** How many times as many posts were refused in the last second as may be accepted; 0 without a limit. */
  excess(nowMs: number): number {
    return this.refused.ratePerSecond(nowMs - 1_000, nowMs) / this.limit;
  }

  /** Call it at steady intervals. `doPostsWait`: lead-router answers late. */
  adjust(trends: readonly BacklogTrend[], nowMs: number, doPostsWait = false): void {
    this.fill(nowMs);
    this.posted.takeSnapshot(nowMs);
    this.refused.takeSnapshot(nowMs);
    const rates = trends.flatMap((trend) => this.handledRateOf(trend) ?? []);
    const isFlood = doPostsWait && this.limit === Infinity && trends.some(({ kind }) => kind === 'busy');
    if (isFlood) rates.push({ perSecond: 0, share: 1 });
    const [slowest] = rates.toSorted((a, b) => a.perSecond * a.share - b.perSecond * b.share);
    if (slowest) this.lower(slowest, nowMs);
    else if (trends.every(({ kind }) => kind === 'none')) this.raise(nowMs);
  }

  /** While nothing is limited, a step that catches up by itself begins no limit. */
  private handledRateOf(trend: BacklogTrend): HandledRate | undefined {
    if (trend.kind !== 'behind' || (this.limit === Infinity && !trend.isGrowing)) return undefined;
    const { arrivedFrom, arrivedUntil, elapsedMs, ageMs } = trend;
    const handledShare = (arrivedUntil - arrivedFrom) / elapsedMs;
    return {
      perSecond: this.posted.ratePerSecond(arrivedFrom, arrivedUntil) * handledShare,
      share: Math.max(LEAST_SHARE, 1 - (ageMs - MAX_MESSAGE_AGE_MS) / CATCH_UP_MS),
    };
  }

  private lower({ perSecond, share }: HandledRate, nowMs: number): void {
    this.best = Math.max(perSecond, this.best * BEST_RATE_DECAY);
    const least = STEEPEST_DECREASE * this.posted.ratePerSecond(nowMs - 1_000, nowMs);
    this.limit = Math.max(MIN_PER_SECOND, least, this.best * share);
  }

  private raise(nowMs: number): void {
    const raised = this.limit * (this.limit < CAREFUL_FROM * this.best ? INCREASE : CAREFUL_INCREASE);
    this.limit = nowMs - this.refusedAt < QUIET_MS ? raised : Infinity;
    if (this.limit === Infinity) this.best = 0;
  }

  private fill(nowMs: number): void {
    const most = Math.max(1, this.limit * BURST_SECONDS);
    const added = ((nowMs - this.filledAt) / 1_000) * this.limit;
    this.tokens = this.limit === Infinity ? 0 : Math.min(most, this.tokens + added);
    this.filledAt = nowMs;
  }
}
