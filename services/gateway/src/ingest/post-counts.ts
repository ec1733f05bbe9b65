/** Older snapshots are dropped. */
const KEPT_MS = 60_000;

interface Snapshot {
  readonly at: number;
  /** Posts until then. */
  readonly total: number;
}

/** How many posts this copy has handed to lead-router, and when. Times are monotonic, in milliseconds. */
export class PostCounts {
  private total = 0;
  /** Oldest first. Posts count as evenly spread between two of them. */
  private snapshots: Snapshot[] = [];

  /** Whether there was no post since the last snapshot. */
  get isIdle(): boolean {
    return this.total === (this.snapshots.at(-1)?.total ?? 0);
  }

  count(): void {
    this.total += 1;
  }

  /** Call it at steady intervals. */
  takeSnapshot(now: number): void {
    const kept = this.total === 0 ? [] : this.snapshots.filter(({ at }) => now - at <= KEPT_MS);
    this.snapshots = [...kept, { at: now, total: this.total }];
  }

  /** Returns the posts per second between two times. Of times before the oldest snapshot, the average since. */
  ratePerSecond(from: number, until: number): number {
    const firstAt = this.snapshots[0]?.at ?? 0;
    const lastAt = this.snapshots.at(-1)?.at ?? 0;
    const [start, end] = until > firstAt ? [Math.max(from, firstAt), until] : [firstAt, lastAt];
    return end > start ? ((this.totalAt(end) - this.totalAt(start)) * 1_000) / (end - start) : 0;
  }

  private totalAt(time: number): number {
    const next = this.snapshots.findIndex(({ at }) => at > time);
    const before = this.snapshots.at(next === -1 ? -1 : Math.max(0, next - 1));
    const after = this.snapshots[next];
    if (!before) return 0;
    if (!after || after === before) return before.total;
    return before.total + ((after.total - before.total) * (time - before.at)) / (after.at - before.at);
  }
}
