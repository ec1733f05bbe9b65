export interface DistinctBatchesOptions<T> {
  readonly batchSize: number;
  /** How many items may wait; further ones are dropped. */
  readonly maxWaiting: number;
  readonly send: (items: readonly T[]) => Promise<unknown>;
}

/** Ids remembered per item that may wait. All are forgotten when there are more. */
const REMEMBERED_PER_WAITING = 10;

/**
 * Collects items in memory and sends them in batches when flushed. An item whose id was added before is ignored, as
 * long as that id is remembered: receivers must ignore repetitions too.
 */
export class DistinctBatches<T> {
  private readonly waiting = new Map<string, T>();
  private readonly known = new Set<string>();
  private dropped = 0;

  constructor(private readonly options: DistinctBatchesOptions<T>) {}

  /** `maxWaiting` lowers the limit for items that must leave room for others. */
  add(id: string, item: T, maxWaiting = this.options.maxWaiting): void {
    if (this.known.has(id)) return;
    if (this.waiting.size >= maxWaiting) {
      this.dropped += 1;
      return;
    }
    if (this.known.size >= this.options.maxWaiting * REMEMBERED_PER_WAITING) this.known.clear();
    this.known.add(id);
    this.waiting.set(id, item);
  }

  /** Sends everything that waits. Rejects when a batch cannot be sent; it and the rest keep waiting. */
  async flush(): Promise<void> {
    while (this.waiting.size > 0) {
      const batch = [...this.waiting].slice(0, this.options.batchSize);
      await this.options.send(batch.map(([, item]) => item));
      for (const [id] of batch) this.waiting.delete(id);
    }
  }

  /** Returns how many items were dropped since the last call. */
  takeDropped(): number {
    const { dropped } = this;
    this.dropped = 0;
    return dropped;
  }
}
