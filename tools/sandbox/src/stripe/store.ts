import type { JournalEntry } from '../journal.js';
import { Idempotency, type SavedAnswer } from './idempotency.js';
import {
  type AnyObject,
  type BalanceTransaction,
  type Charge,
  type Customer,
  type Dispute,
  type PaymentIntent,
  type PaymentMethod,
  type ProviderEvent,
  type Refund,
  type SandboxCard,
  type SetupIntent,
  toDeletedCustomer,
} from './objects.js';
import { Table } from './table.js';

const toCustomerKey = (row: { customer: string | null }): string[] =>
  row.customer === null ? [] : [`customer:${row.customer}`];

const toPaymentKey = (row: { payment_intent: string }): string[] => [`payment_intent:${row.payment_intent}`];

/**
 * The changes of one request. They form one line of the journal, so a killed process has stored all of them or none.
 */
interface Change {
  readonly objects: readonly AnyObject[];
  readonly events: readonly ProviderEvent[];
  readonly answer?: { readonly key: string; readonly saved: SavedAnswer };
}

export const toEntry = (value: Change): JournalEntry => ({ kind: 'stripe', value });

export class StripeStore {
  readonly customers = new Table<Customer>(({ metadata }) =>
    Object.entries(metadata).map(([key, value]) => `metadata.${key}:${value}`),
  );
  readonly paymentMethods = new Table<PaymentMethod>(toCustomerKey);
  readonly cards = new Table<SandboxCard>();
  readonly setupIntents = new Table<SetupIntent>(toCustomerKey);
  readonly paymentIntents = new Table<PaymentIntent>(toCustomerKey);
  readonly charges = new Table<Charge>(toPaymentKey);
  readonly refunds = new Table<Refund>(toPaymentKey);
  readonly disputes = new Table<Dispute>(toPaymentKey);
  readonly balanceTransactions = new Table<BalanceTransaction>();
  readonly events = new Table<ProviderEvent>();
  readonly idempotency = new Idempotency();

  /** Tables by kind of object, with the prefix of their ids. */
  private readonly tables = {
    customer: ['cus', this.customers],
    payment_method: ['pm', this.paymentMethods],
    'sandbox.card': ['', this.cards],
    setup_intent: ['seti', this.setupIntents],
    payment_intent: ['pi', this.paymentIntents],
    charge: ['ch', this.charges],
    refund: ['re', this.refunds],
    dispute: ['du', this.disputes],
    balance_transaction: ['txn', this.balanceTransactions],
  } as const satisfies Record<AnyObject['object'], readonly [prefix: string, table: unknown]>;

  put(row: AnyObject): void {
    const [, table] = this.tables[row.object];
    (table as unknown as Table<AnyObject>).put(row);
  }

  find(id: string): object | undefined {
    const idPrefix = id.slice(0, id.indexOf('_'));
    const row = Object.values(this.tables)
      .find(([prefix]) => prefix === idPrefix)?.[1]
      .get(id);
    return row && 'deleted' in row ? toDeletedCustomer(id) : row;
  }

  restore(value: unknown): void {
    const { objects, events, answer } = value as Change;
    for (const row of objects) this.put(row);
    for (const event of events) this.events.put(event);
    if (answer) this.idempotency.save(answer.key, answer.saved);
  }

  *snapshot(): Iterable<JournalEntry> {
    for (const [, table] of Object.values(this.tables))
      for (const row of table.values()) yield toEntry({ objects: [row], events: [] });
    for (const event of this.events.values()) yield toEntry({ objects: [], events: [event] });
    for (const [key, saved] of this.idempotency.unexpired())
      yield toEntry({ objects: [], events: [], answer: { key, saved } });
  }
}
