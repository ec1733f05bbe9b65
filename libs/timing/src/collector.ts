/** Collects items for which nobody waits, to handle them together. */
export class Collector<Item> {
  private readonly waiting: Item[] = [];
  private timer: NodeJS.Timeout | undefined;

  /** `handle` gets what was added within `delayMs` of the first item. It must not reject. */
  constructor(
    private readonly delayMs: number,
    private readonly handle: (items: readonly Item[]) => Promise<void>,
  ) {}

  add(...items: readonly Item[]): void {
    if (items.length === 0) return;
    this.waiting.push(...items);
    this.timer ??= setTimeout(() => void this.flush(), this.delayMs);
  }

  /** Handles what waits, without waiting longer. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const items = this.waiting.splice(0);
    if (items.length > 0) await this.handle(items);
  }
}
