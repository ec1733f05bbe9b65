/** Entries that are over are removed when there are this many. */
const MAX_ENTRIES = 1_000;

/** Spaces the messages of this process to each destination. */
export class DestinationPacer {
  private readonly nextAtMs = new Map<string, number>();

  /** @param intervalMs between two messages to one destination */
  constructor(
    private readonly intervalMs: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns how long to wait before the next message, which is counted only if `mayWaitMs` is enough. */
  reserve(destination: string, mayWaitMs: number): number {
    this.removeOld();
    const now = this.now();
    const atMs = Math.max(now, this.nextAtMs.get(destination) ?? 0);
    if (atMs - now <= mayWaitMs) this.nextAtMs.set(destination, atMs + this.intervalMs);
    return atMs - now;
  }

  /** Keeps messages from a destination that asked for a pause. */
  hold(destination: string, forMs: number): void {
    const untilMs = this.now() + forMs;
    this.nextAtMs.set(destination, Math.max(untilMs, this.nextAtMs.get(destination) ?? 0));
  }

  private removeOld(): void {
    if (this.nextAtMs.size < MAX_ENTRIES) return;
    const now = this.now();
    for (const [destination, atMs] of this.nextAtMs) if (atMs <= now) this.nextAtMs.delete(destination);
  }
}
