import type { BacklogTrend } from './backlog-trend.js';

/** While the backlog grows, the limit is this share of what later steps have just handled, so that it shrinks. */
const DECREASE = 0.9;
/** One measurement lowers the limit to no less than this share: the backlog also grows by what other copies accept. */
const STEEPEST_DECREASE = 0.5;
/** Once there is no backlog, each measurement raises the limit by this factor. */
const INCREASE = 1.1;
/** Leads per second that are always accepted, so that a wrong measurement cannot stop intake. */
export const MIN_PER_SECOND = 5;
/** Posts that arrive together count as evenly spread over this time. */
const BURST_SECONDS = 0.25;

/**
 * Limits how many leads per second this copy accepts while later steps fall behind, so that they catch up. The limit
 * follows from what this copy has accepted, so copies need not know of each other.
 */
export class AcceptancePace {
  private limit = Infinity;
  private accepted = 0;
  private refused = 0;
  /** Leads that may be accepted now, as of `filledAt`. */
  private tokens = 0;
  private filledAt = 0;
  private adjustedAt: number | undefined;

  /** Leads per second; Infinity without a limit. */
  get limitPerSecond(): number {
    return this.limit;
  }

  /** Whether nothing has happened since the last adjustment. */
  get isIdle(): boolean {
    return this.limit === Infinity && this.accepted === 0;
  }

  isOpen(nowMs: number): boolean {
    if (this.limit === Infinity) return true;
    this.fill(nowMs);
    return this.tokens >= 1;
  }

  countAccepted(): void {
    this.accepted += 1;
    this.tokens -= 1;
  }

  countRefused(): void {
    this.refused += 1;
  }

  /** Call it at steady intervals. */
  adjust(trend: BacklogTrend, nowMs: number): void {
    this.fill(nowMs);
    const seconds = (nowMs - (this.adjustedAt ?? nowMs)) / 1_000;
    if (trend.kind === 'growing' && seconds > 0)
      this.limit = Math.max(
        MIN_PER_SECOND,
        Math.min(this.limit, this.handledSince(trend.messages) / seconds),
      );
    else if (trend.kind === 'none') this.limit = this.refused === 0 ? Infinity : this.limit * INCREASE;
    this.adjustedAt = nowMs;
    this.accepted = 0;
    this.refused = 0;
  }

  private handledSince(backlogGrowth: number): number {
    return Math.max(DECREASE * (this.accepted - backlogGrowth), STEEPEST_DECREASE * this.accepted);
  }

  private fill(nowMs: number): void {
    const most = Math.max(1, this.limit * BURST_SECONDS);
    const added = this.limit === Infinity ? 0 : ((nowMs - this.filledAt) / 1_000) * this.limit;
    this.tokens = Math.min(most, Math.max(0, this.tokens) + added);
    this.filledAt = nowMs;
  }
}
