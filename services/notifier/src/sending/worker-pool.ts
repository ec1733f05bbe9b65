/**
 * Sends messages of one kind, a limited number at a time. While the pool is full, rows wait in their table, and the pool
 * claims the oldest due one whenever a send ends. So slow messages delay only those of their own kind, and hold up no queue.
 */
export class WorkerPool {
  private readonly running = new Set<Promise<unknown>>();
  private hasWaiting = false;
  private isClosed = false;
  private isClaiming = false;

  /** @param claimNext claims and sends the oldest due row; resolves to false at once if there is none, and never rejects */
  constructor(
    private readonly concurrency: number,
    private readonly claimNext: (onClaimed: () => void) => Promise<boolean>,
  ) {}

  /** Whether a further message would have to wait. */
  get isFull(): boolean {
    return this.running.size >= this.concurrency;
  }

  /** Runs a send now, or leaves its row to `claimNext` if the pool is full. */
  async run(send: () => Promise<void>): Promise<void> {
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

  /** Claims no more rows, and waits for what is being sent. */
  async close(): Promise<void> {
    this.isClosed = true;
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
    if (!this.hasWaiting || this.isClosed || this.isClaiming || this.isFull) return;
    this.hasWaiting = false;
    this.isClaiming = true;
    let isPending = true;
    const endClaim = (): void => {
      // Only once: by the end of the send, another claim may be under way.
      if (isPending) this.isClaiming = false;
      isPending = false;
    };
    const sent = this.claimNext(() => {
      // There may be more.
      this.hasWaiting = true;
      endClaim();
      this.claimWaiting();
    });
    void this.track(sent.finally(endClaim));
  }
}
