/** Saves the latest of many edits once, after a delay without edits or on demand. */
export class DelayedSave<T> {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pending: { readonly value: T } | null = null;

  constructor(
    private readonly delayMs: number,
    private readonly save: (value: T) => void,
  ) {}

  edit(value: T): void {
    this.pending = { value };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), this.delayMs);
  }

  /** Saves a pending edit now, with another function if given. */
  flush(save: (value: T) => void = this.save): void {
    const { pending } = this;
    this.drop();
    if (pending) save(pending.value);
  }

  /** Forgets a pending edit. */
  drop(): void {
    clearTimeout(this.timer);
    this.pending = null;
  }
}
