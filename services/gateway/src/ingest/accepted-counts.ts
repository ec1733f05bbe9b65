/** Older counts are forgotten. Messages that wait longer are counted as if they had arrived then. */
const KEPT_MS = 60_000;

interface Mark {
  readonly at: number;
  /** Leads accepted until then. */
  readonly total: number;
}

/** How many leads this copy accepted, and when. Times are monotonic, in milliseconds. */
export class AcceptedCounts {
  private total = 0;
  /** Oldest first. Leads are counted as evenly spread between two of them. */
  private marks: Mark[] = [];

  /** Whether none was accepted since the last mark. */
  get isIdle(): boolean {
    return this.total === (this.marks.at(-1)?.total ?? 0);
  }

  count(): void {
    this.total += 1;
  }

  /** Call it at steady intervals. */
  mark(now: number): void {
    const kept = this.total === 0 ? [] : this.marks.filter(({ at }) => now - at <= KEPT_MS);
    this.marks = [...kept, { at: now, total: this.total }];
  }

  /** Returns the leads accepted per second between two times. If this copy had accepted none yet, the average since. */
  ratePerSecond(from: number, until: number): number {
    const startedAt = this.marks[0]?.at ?? 0;
    const markedAt = this.marks.at(-1)?.at ?? 0;
    const [start, end] = until > startedAt ? [Math.max(from, startedAt), until] : [startedAt, markedAt];
    return end > start ? ((this.totalAt(end) - this.totalAt(start)) * 1_000) / (end - start) : 0;
  }

  private totalAt(time: number): number {
    const next = this.marks.findIndex(({ at }) => at > time);
    const before = this.marks.at(next === -1 ? -1 : Math.max(0, next - 1));
    const after = this.marks[next];
    if (!before) return 0;
    if (!after || after === before) return before.total;
    return before.total + ((after.total - before.total) * (time - before.at)) / (after.at - before.at);
  }
}
