import { newId, seconds } from './ids.js';
import type { AnyObject, ProviderEvent } from './objects.js';
import type { StripeStore } from './store.js';

export const API_VERSION = '2026-10-28.endive';

/** Collects what one request changes. A decline changes things too, so they hold even when the request throws. */
export class UnitOfWork {
  readonly objects: AnyObject[] = [];
  readonly events: ProviderEvent[] = [];

  constructor(
    readonly store: StripeStore,
    private readonly request: ProviderEvent['request'] = { id: null, idempotency_key: null },
  ) {}

  put<T extends AnyObject>(row: T): T {
    this.store.put(row);
    const place = this.objects.findIndex((one) => one.id === row.id && one.object === row.object);
    if (place >= 0) this.objects[place] = row;
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
