import { setImmediate } from 'node:timers/promises';

/** A claim of waiting rows in progress. */
export interface RowClaim {
  /** How many rows it brings at most. */
  readonly maxRows: number;
  /** Sends the rows that it brings. Never rejects, nor does a send. */
  readonly sends: Promise<readonly (() => Promise<void>)[]>;
}

/**
 * Sends messages of one kind, a limited number at a time. While the pool is full, rows wait in their table. The pool claims the
 * oldest due ones when sends end, as many as it has places for at that time. So slow messages delay only those of their own
 * kind, and hold up no queue.
 */
export class WorkerPool {
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

  /** Whether a further message would have to wait. */
  get isFull(): boolean {
    return this.running.size + this.reserved >= this.concurrency;
  }

  /** Runs a send now. Leaves its row to `claimOldest` if the pool is full, and to other processes once it is closed. */
  async run(send: () => Promise<void>): Promise<void> {
    // A claim in progress may bring fewer rows than it has reserved places for.
    if (this.isFull) await this.claiming;
    if (this.isClosed) return;
    if (this.isFull) {
      this.hasWaiting = true;
      return;
    }
    await this.track(send());
  }

  /** Makes the pool look for due rows. */
  wake(): void {
    this.hasWaiting = true;
    this.claimWaiting();
  }

  /** Claims and sends no more rows, and waits for what is being sent. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.claiming;
    while (this.running.size > 0) await Promise.allSettled(this.running);
  }

  private async track(sending: Promise<unknown>): Promise<void> {
    this.running.add(sending);
    try {
      await sending;
    } finally {
      this.running.delete(sending);
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
    // Sends that are recorded together end in the same turn. One claim fills all their places.
    await setImmediate();
    if (this.isClosed || this.isFull) return;
    this.hasWaiting = false;
    const claim = this.claimOldest(this.concurrency - this.running.size);
    if (!claim) return;
    this.reserved = claim.maxRows;
    const sends = await claim.sends;
    this.reserved = 0;
    for (const send of sends) void this.track(send());
    // There may be more.
    if (sends.length === claim.maxRows) this.hasWaiting = true;
  }
}
