import type { ProviderEvent } from './objects.js';

const KEPT = 5_000;

export interface Delivery {
  readonly eventId: string;
  readonly type: string;
  readonly objectId: string;
  readonly createdAt: string;
  state: 'pending' | 'delivered' | 'failed' | 'skipped';
  attempts: number;
  last?: { at: string; ms: number; status?: number; error?: string };
}

/** What became of the newest events. */
export class DeliveryLog {
  private readonly deliveries = new Map<string, Delivery>();
  private readonly settled = new Set<string>();

  add(event: ProviderEvent): Delivery {
    const delivery: Delivery = {
      eventId: event.id,
      type: event.type,
      objectId: event.data.object.id,
      createdAt: new Date().toISOString(),
      state: 'pending',
      attempts: 0,
    };
    this.deliveries.set(event.id, delivery);
    if (this.deliveries.size > KEPT) {
      const oldest = this.deliveries.keys().next();
      if (!oldest.done) this.deliveries.delete(oldest.value);
    }
    return delivery;
  }

  get(eventId: string): Delivery | undefined {
    return this.deliveries.get(eventId);
  }

  settle(eventId: string): void {
    this.settled.add(eventId);
  }

  isSettled(eventId: string): boolean {
    return this.settled.has(eventId);
  }

  get size(): number {
    return this.deliveries.size;
  }

  /** Newest first. */
  newest(limit: number): Delivery[] {
    return [...this.deliveries.values()].slice(-limit).reverse();
  }

  settledIds(): Iterable<string> {
    return this.settled;
  }
}
