const waiting = new Set<{ flush: () => void }>();
const running = new Set<Promise<unknown>>();

/** Why an edit is saved: typing paused, the component unmounted, or the page may be closing. */
export type SaveOccasion = 'pause' | 'leave' | 'close';

/** Saves the latest of many edits once, after a delay without edits or on demand. */
export class DelayedSave<T> {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pending: { readonly value: T } | null = null;

  constructor(
    private readonly delayMs: number,
    /** Must show its own failures: `flush` ignores them. */
    private readonly save: (value: T, occasion: SaveOccasion) => Promise<unknown>,
  ) {}

  edit(value: T): void {
    this.drop();
    this.pending = { value };
    this.timer = setTimeout(() => this.flush(), this.delayMs);
    waiting.add(this);
  }

  /** Saves a pending edit now. */
  flush(occasion: SaveOccasion = 'pause'): void {
    const { pending } = this;
    this.drop();
    if (!pending) return;
    const save = this.save(pending.value, occasion);
    const forget = () => running.delete(save);
    running.add(save);
    save.then(forget, forget);
  }

  drop(): void {
    clearTimeout(this.timer);
    this.pending = null;
    waiting.delete(this);
  }
}

/**
 * Saves pending edits and waits for all saves in progress; rejects if one fails. Call it before signing out, because
 * saving needs a session.
 */
export async function finishSaves(): Promise<void> {
  for (const each of waiting) each.flush();
  await Promise.all(running);
}
