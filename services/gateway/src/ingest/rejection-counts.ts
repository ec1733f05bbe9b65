import { MAX_REJECTION_COUNTS, type RejectionReason } from '@desk/contracts';

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
