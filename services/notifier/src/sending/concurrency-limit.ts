/** Messages that one process sends at the same time. */
export const MAX_CONCURRENT_SENDS = 8;

/** Runs at most `free` tasks at once; the others wait in arrival order. */
export class ConcurrencyLimit {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
