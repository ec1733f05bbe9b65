import { setImmediate } from 'node:timers/promises';

/** A claim of waiting rows in progress. */
export interface RowClaim {
  /** How many rows it brings at most. */
  readonly maxRows: number;
  /** Makes attempts at the rows that it brings. Never rejects, nor does an attempt. */
  readonly attempts: Promise<readonly (() => Promise<void>)[]>;
}

/**
 * Works on the rows of one kind, a limited number at a time. While the lane is full, rows wait in their table. It claims the
 * oldest due ones when attempts end, as many as it has places for at that time. So slow rows delay only those of their own
 * kind, and hold up no queue.
 */
export class Lane {
  private readonly running = new Set<Promise<unknown>>();
  private hasWaiting = false;
  private isClosed = false;
  private claiming: Promise<void> | undefined;
  /** Places that the claim in progress may fill. */
  private reserved = 0;

  /** @param claimOldest claims due rows for up to that many places; returns undefined if there is nothing to look for now */
  constructor(
    private readonly concurrency: number,
    private readonly claimOldest: (places: number) => RowClaim | undefined,
  ) {}

  /** Whether a further row would have to wait. */
  get isFull(): boolean {
    return this.running.size + this.reserved >= this.concurrency;
  }

  /** Runs an attempt now. Leaves its row to `claimOldest` if the lane is full, and to other processes once it is closed. */
  async run(attempt: () => Promise<void>): Promise<void> {
    // A claim in progress may bring fewer rows than it has reserved places for.
    if (this.isFull) await this.claiming;
    if (this.isClosed) return;
    if (this.isFull) {
      this.hasWaiting = true;
      return;
    }
    await this.track(attempt());
  }

  /** Makes the lane look for due rows. */
  wake(): void {
    this.hasWaiting = true;
    this.claimWaiting();
  }

  /** Begins nothing more, and waits for the attempts in progress. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.claiming;
    while (this.running.size > 0) await Promise.allSettled(this.running);
  }

  private async track(attempt: Promise<unknown>): Promise<void> {
    this.running.add(attempt);
    try {
      await attempt;
    } finally {
      this.running.delete(attempt);
      this.claimWaiting();
    }
  }

  /** One claim at a time, so that an empty table costs one statement. */
  private claimWaiting(): void {
    if (!this.hasWaiting || this.isClosed || this.claiming || this.isFull) return;
    this.claiming = this.claim().finally(() => {
      this.claiming = undefined;
      this.claimWaiting();
    });
  }

  private async claim(): Promise<void> {
    // Attempts that are recorded together end in the same turn. One claim fills all their places.
    await setImmediate();
    if (this.isClosed || this.isFull) return;
    this.hasWaiting = false;
    const claim = this.claimOldest(this.concurrency - this.running.size);
    if (!claim) return;
    this.reserved = claim.maxRows;
    const attempts = await claim.attempts;
    this.reserved = 0;
    for (const attempt of attempts) void this.track(attempt());
    // There may be more.
    if (attempts.length === claim.maxRows) this.hasWaiting = true;
  }
}
