import type { ProviderEvent } from './objects.js';

const MAX_DELIVERIES = 5_000;

export interface Delivery {
  readonly eventId: string;
  readonly type: string;
  readonly objectId: string;
  readonly createdAt: string;
  state: 'pending' | 'delivered' | 'failed' | 'skipped';
  attempts: number;
  last?: { at: string; ms: number; status?: number; error?: string };
}

/** Records the webhook deliveries of the newest events. */
export class DeliveryLog {
  private readonly deliveries = new Map<string, Delivery>();
  private readonly finished = new Set<string>();

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
    if (this.deliveries.size > MAX_DELIVERIES) {
      const oldest = this.deliveries.keys().next();
      if (!oldest.done) this.deliveries.delete(oldest.value);
    }
    return delivery;
  }

  get(eventId: string): Delivery | undefined {
    return this.deliveries.get(eventId);
  }

  finish(eventId: string): void {
    this.finished.add(eventId);
  }

  isFinished(eventId: string): boolean {
    return this.finished.has(eventId);
  }

  get size(): number {
    return this.deliveries.size;
  }

  listNewest(limit: number): Delivery[] {
    return [...this.deliveries.values()].slice(-limit).reverse();
  }

  finishedIds(): Iterable<string> {
    return this.finished;
  }
}
