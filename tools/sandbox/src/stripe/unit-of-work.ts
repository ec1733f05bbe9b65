import { newId } from '../ids.js';
import { newObject, type AnyObject, type StripeObject } from './objects.js';
import type { StripeStore } from './store.js';

export const API_VERSION = '2026-10-28.endive';

/** The API request that caused an event. */
interface Cause {
  readonly id: string | null;
  readonly idempotency_key: string | null;
}

const newEvent = (type: string, object: StripeObject, request: Cause) => ({
  ...newObject(newId('evt'), 'event'),
  api_version: API_VERSION,
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request,
  type,
});
export type ProviderEvent = Readonly<ReturnType<typeof newEvent>>;

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
