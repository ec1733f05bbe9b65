/** Collects items whose senders wait for no result, and handles them together. */
export class Collector<Item> {
  private readonly waiting: Item[] = [];
  private timer: NodeJS.Timeout | undefined;
  private handled: Promise<unknown> = Promise.resolve();

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

  /** Handles what is collected now. Resolves once everything that was added is handled. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const items = this.waiting.splice(0);
    if (items.length > 0)
      this.handled = Promise.all([this.handled, this.handle(items)]).then(() => undefined);
    await this.handled;
  }
}
