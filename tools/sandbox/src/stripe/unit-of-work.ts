import { newId, seconds } from '../ids.js';
import type { AnyObject, ProviderEvent } from './objects.js';
import type { StripeStore } from './store.js';

export const API_VERSION = '2026-10-28.endive';

/** Collects the changes of one request. They apply even if the request throws, because a decline changes state too. */
export class UnitOfWork {
  readonly objects: AnyObject[] = [];
  readonly events: ProviderEvent[] = [];

  constructor(
    readonly store: StripeStore,
    private readonly request: ProviderEvent['request'] = { id: null, idempotency_key: null },
  ) {}

  put<T extends AnyObject>(row: T): T {
    this.store.put(row);
    const index = this.objects.findIndex(({ id, object }) => id === row.id && object === row.object);
    if (index >= 0) this.objects[index] = row;
    else this.objects.push(row);
    return row;
  }

  emit(type: string, object: AnyObject): void {
    const event: ProviderEvent = {
      id: newId('evt'),
      object: 'event',
      ...{ api_version: API_VERSION, livemode: false, pending_webhooks: 1 },
      created: seconds(),
      type,
      data: { object },
      request: this.request,
    };
    this.store.events.put(event);
    this.events.push(event);
  }
}
