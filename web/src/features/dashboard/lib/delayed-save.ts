/** Saves the newest of many edits once, so long after the last of them; or at once when one leaves. */
export class DelayedSave<T> {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waiting: { readonly value: T } | null = null;

  constructor(
    private readonly delayMs: number,
    private readonly save: (value: T) => void,
  ) {}

  edit(value: T): void {
    this.waiting = { value };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), this.delayMs);
  }

  /** Saves what still waits, by `save` unless something else is to do it now; nothing when all is saved. */
  flush(save: (value: T) => void = this.save): void {
    clearTimeout(this.timer);
    const { waiting } = this;
    this.waiting = null;
    if (waiting) save(waiting.value);
  }
}
