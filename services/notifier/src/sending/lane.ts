/**
 * Sends messages of one kind, a limited number at a time, apart from other kinds. A message that finds the lane full is not kept in
 * memory: its row waits in the table, and the lane takes the oldest due rows when places become free. Slow messages so
 * delay only those of their own kind, and hold up no queue.
 */
export class Lane {
  private readonly running = new Set<Promise<unknown>>();
  private hasWaiting = false;
  private isClosed = false;
  private isTaking = false;

  /** @param takeNext claims and sends the oldest due row; resolves to false at once if there is none, and never rejects */
  constructor(
    private readonly places: number,
    private readonly takeNext: (onClaimed: () => void) => Promise<boolean>,
  ) {}

  /** Whether a further message would have to wait. */
  get isFull(): boolean {
    return this.running.size >= this.places;
  }

  /** Runs a send now, or leaves its row to `takeNext` if the lane is full. */
  async run(send: () => Promise<void>): Promise<void> {
    if (this.isFull) {
      this.hasWaiting = true;
      return;
    }
    await this.occupy(send());
  }

  /** Lets the lane look for due rows. */
  wake(): void {
    this.hasWaiting = true;
    this.takeWaiting();
  }

  /** Takes no more rows, and waits for what is being sent. */
  async close(): Promise<void> {
    this.isClosed = true;
    while (this.running.size > 0) await Promise.allSettled(this.running);
  }

  private async occupy(sending: Promise<unknown>): Promise<void> {
    this.running.add(sending);
    try {
      await sending;
    } finally {
      this.running.delete(sending);
      this.takeWaiting();
    }
  }

  /** One claim at a time: an empty table costs one statement, and a full one fills the places one by one. */
  private takeWaiting(): void {
    if (!this.hasWaiting || this.isClosed || this.isTaking || this.isFull) return;
    this.hasWaiting = false;
    this.isTaking = true;
    let isClaiming = true;
    const release = (): void => {
      // Not after the claim: by then another one may be under way.
      if (isClaiming) this.isTaking = false;
      isClaiming = false;
    };
    const taken = this.takeNext(() => {
      // There may be more.
      this.hasWaiting = true;
      release();
      this.takeWaiting();
    });
    void this.occupy(taken.finally(release));
  }
}
