import type { JournalEntry } from '../journal.js';
import { Idempotency, type SavedAnswer } from './idempotency.js';
import type {
  AnyObject,
  Charge,
  Customer,
  Metadata,
  PaymentIntent,
  PaymentMethod,
  ProviderEvent,
  Refund,
  SandboxCard,
  SetupIntent,
  StripeObject,
} from './objects.js';
import { Table } from './table.js';

const metadataKeys = (metadata: Metadata): string[] =>
  Object.entries(metadata).map(([key, value]) => `metadata.${key}:${value}`);
const ofCustomer = (row: { customer: string | null }): string[] =>
  row.customer === null ? [] : [`customer:${row.customer}`];

/** What one request changed; it is one line of the journal, so a kill keeps all of it or nothing. */
export interface Change {
  readonly objects: AnyObject[];
  readonly events: ProviderEvent[];
  readonly answer?: { readonly key: string; readonly saved: SavedAnswer };
}

/** In the journal an object that stands in the same line is written once and named where it recurs. */
interface Written {
  readonly objects: AnyObject[];
  readonly events: (Omit<ProviderEvent, 'data'> & { data: { ref: number } | { object: StripeObject } })[];
  readonly answer?: { key: string; saved: Omit<SavedAnswer, 'body'> & { ref?: number; body?: object } };
}

export class StripeStore {
  readonly customers = new Table<Customer>((row) => [
    ...(row.email === null ? [] : [`email:${row.email}`]),
    ...metadataKeys(row.metadata),
  ]);
  readonly paymentMethods = new Table<PaymentMethod>(ofCustomer);
  readonly cards = new Table<SandboxCard>();
  readonly setupIntents = new Table<SetupIntent>(ofCustomer);
  readonly paymentIntents = new Table<PaymentIntent>((row) => [
    ...ofCustomer(row),
    ...metadataKeys(row.metadata),
  ]);
  readonly charges = new Table<Charge>((row) => [...ofCustomer(row), `payment_intent:${row.payment_intent}`]);
  readonly refunds = new Table<Refund>((row) => [
    `payment_intent:${row.payment_intent}`,
    `charge:${row.charge}`,
  ]);
  readonly events = new Table<ProviderEvent>((row) => [`type:${row.type}`]);
  readonly idempotency = new Idempotency();

  put(row: AnyObject): void {
    switch (row.object) {
      case 'customer':
        this.customers.put(row);
        break;
      case 'payment_method':
        this.paymentMethods.put(row);
        break;
      case 'sandbox.card':
        this.cards.put(row);
        break;
      case 'setup_intent':
        this.setupIntents.put(row);
        break;
      case 'payment_intent':
        this.paymentIntents.put(row);
        break;
      case 'charge':
        this.charges.put(row);
        break;
      case 'refund':
        this.refunds.put(row);
        break;
    }
  }

  find(id: string): StripeObject | undefined {
    const tables: Record<string, { get(id: string): StripeObject | undefined } | undefined> = {
      cus: this.customers,
      pm: this.paymentMethods,
      seti: this.setupIntents,
      pi: this.paymentIntents,
      ch: this.charges,
      re: this.refunds,
    };
    return tables[id.slice(0, id.indexOf('_'))]?.get(id);
  }

  toEntry(change: Change): JournalEntry {
    const place = (object: object): number => change.objects.findIndex((one) => one === object);
    const written: Written = {
      objects: change.objects,
      events: change.events.map((event) => {
        const ref = place(event.data.object);
        return ref < 0 ? event : { ...event, data: { ref } };
      }),
    };
    if (!change.answer) return { kind: 'stripe', value: written };
    const { key, saved } = change.answer;
    const { body, ...rest } = saved;
    const ref = place(body);
    const answer = { key, saved: ref < 0 ? saved : { ...rest, ref } };
    return { kind: 'stripe', value: { ...written, answer } };
  }

  restore(value: unknown): void {
    const { objects, events, answer } = value as Written;
    for (const row of objects) this.put(row);
    for (const { data, ...event } of events) {
      const object = 'ref' in data ? objects[data.ref] : data.object;
      if (object) this.events.put({ ...event, data: { object } });
    }
    if (!answer) return;
    const { ref, body, ...saved } = answer.saved;
    const whole = ref === undefined ? body : objects[ref];
    if (whole) this.idempotency.restore(answer.key, { ...saved, body: whole });
  }

  *snapshot(): Iterable<JournalEntry> {
    const tables = [
      this.customers,
      this.paymentMethods,
      this.cards,
      this.setupIntents,
      this.paymentIntents,
      this.charges,
      this.refunds,
    ];
    for (const table of tables)
      for (const row of table.values()) yield this.toEntry({ objects: [row], events: [] });
    for (const event of this.events.values()) yield this.toEntry({ objects: [], events: [event] });
    for (const [key, saved] of this.idempotency.live())
      yield this.toEntry({ objects: [], events: [], answer: { key, saved } });
  }
}
