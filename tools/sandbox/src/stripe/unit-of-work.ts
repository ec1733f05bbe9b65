import { newEvent, type AnyObject, type Cause, type ProviderEvent } from './objects.js';
import type { StripeStore } from './store.js';

/** Collects the changes of one request. They apply even if the request throws, because a decline changes state too. */
export class UnitOfWork {
  readonly objects: AnyObject[] = [];
  readonly events: ProviderEvent[] = [];

  constructor(
    readonly store: StripeStore,
    private readonly cause: Cause = { id: null, idempotency_key: null },
  ) {}

  put<T extends AnyObject>(row: T): T {
    this.store.put(row);
    const index = this.objects.findIndex(({ id, object }) => id === row.id && object === row.object);
    if (index >= 0) this.objects[index] = row;
    else this.objects.push(row);
    return row;
  }

  emit(type: string, object: AnyObject): void {
    const event = newEvent(type, object, this.cause);
    this.store.events.put(event);
    this.events.push(event);
  }
}
