import type { Envelope } from './envelope.js';

/** An event that a service sent to itself. */
export interface OwnEvent {
  readonly id: string;
  readonly envelope: Envelope;
}

/**
 * Handles events of this process without a queue, up to a maximum at a time. Beyond that, and while not open, events
 * belong in the queue, where other copies find them.
 */
export class InProcessEvents {
  private readonly running = new Set<Promise<unknown>>();
  private isOpen = false;

  constructor(
    private readonly maxRunning: number,
    private readonly handle: (event: OwnEvent) => Promise<void>,
  ) {}

  open(): void {
    this.isOpen = true;
  }

  /** Returns undefined if it accepts no events now. Resolves once the event is handled; rejects as its handler does. */
  tryHandle(event: OwnEvent): Promise<void> | undefined {
    if (!this.isOpen || this.running.size >= this.maxRunning) return undefined;
    const handled = this.handle(event);
    const settled = handled.catch(() => undefined).finally(() => this.running.delete(settled));
    this.running.add(settled);
    return handled;
  }

  /** Accepts no more events and waits for those in progress. */
  async close(): Promise<void> {
    this.isOpen = false;
    await Promise.all(this.running);
  }
}
