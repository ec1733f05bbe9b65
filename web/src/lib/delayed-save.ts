const waiting = new Set<{ flush: () => void }>();
const running = new Set<Promise<unknown>>();

/** Why an edit is saved: after a pause, because its view goes, or because the page may be closed. */
export type SaveOccasion = 'pause' | 'leave' | 'close';

/** Saves the latest of many edits once, after a delay without edits or on demand. */
export class DelayedSave<T> {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pending: { readonly value: T } | null = null;

  constructor(
    private readonly delayMs: number,
    /** Shows its own failures. */
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
 * Saves pending edits, and resolves once nothing is left to save; rejects if a save fails. For a sign-out: without a
 * session they could not be saved.
 */
export async function finishSaves(): Promise<void> {
  for (const each of waiting) each.flush();
  await Promise.all(running);
}
