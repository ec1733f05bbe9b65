import { setImmediate } from 'node:timers/promises';

/** A claim of waiting rows in progress. */
export interface RowClaim {
  /** The most rows that it claims. */
  readonly maxRows: number;
  /** One function for each claimed row, which attempts it. Neither this promise nor an attempt rejects. */
  readonly attempts: Promise<readonly (() => Promise<void>)[]>;
}

/**
 * Works on the rows of one kind, a limited number at a time. While the lane is full, rows wait in their table. When
 * attempts end, the lane claims the oldest due rows, as many as it then has places for. So slow rows delay only those
 * of their own kind, and hold up no queue.
 */
export class Lane {
  private readonly running = new Set<Promise<unknown>>();
  private hasWaiting = false;
  private isClosed = false;
  private claiming: Promise<void> | undefined;
  /** Places that the claim in progress may fill. */
  private reserved = 0;

  /** @param claimOldest claims at most `places` due rows; returns undefined if a search is pointless now */
  constructor(
    private readonly concurrency: number,
    private readonly claimOldest: (places: number) => RowClaim | undefined,
  ) {}

  /** Whether a further row would have to wait. */
  get isFull(): boolean {
    return this.running.size + this.reserved >= this.concurrency;
  }

  /** Runs an attempt now. Leaves its row to `claimOldest` if the lane is full, to other processes once it is closed. */
  async run(attempt: () => Promise<void>): Promise<void> {
    // A claim in progress may find fewer rows than it has reserved places for.
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

  /** Claims nothing more. Waits for the claim in progress, whose rows are still attempted, and for all attempts. */
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
