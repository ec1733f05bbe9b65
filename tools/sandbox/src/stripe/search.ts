import { invalidParameter } from './errors.js';
import type { PaymentIntent, StripeObject } from './objects.js';
import { type Call, type ListObject, readLimit } from './route.js';
import type { Table } from './table.js';

const CLAUSE =
  /^\s*(-?)(status|customer|currency|amount|created|metadata\[['"]([^'"]+)['"]\])\s*(:|>=|<=|>|<)\s*(?:'([^']*)'|"([^"]*)"|(\d+))\s*$/;

interface Clause {
  readonly field: string;
  readonly metadataKey: string | undefined;
  readonly operator: string;
  readonly value: string;
  readonly negated: boolean;
}

/** Parses the supported subset of the search language: clauses joined by AND. */
export function parseSearch(query: string): Clause[] {
  return query.split(/\s+AND\s+/i).map((part) => {
    const match = CLAUSE.exec(part);
    if (!match)
      throw invalidParameter('query', `We were unable to parse your search query: ${part.slice(0, 100)}`);
    return {
      negated: match[1] === '-',
      field: match[3] === undefined ? (match[2] ?? '') : 'metadata',
      metadataKey: match[3],
      operator: match[4] ?? ':',
      value: match[5] ?? match[6] ?? match[7] ?? '',
    };
  });
}

function compare(actual: number, operator: string, expected: number): boolean {
  if (operator === '>') return actual > expected;
  if (operator === '>=') return actual >= expected;
  if (operator === '<') return actual < expected;
  if (operator === '<=') return actual <= expected;
  return actual === expected;
}

export function matches(intent: PaymentIntent, clause: Clause): boolean {
  const { field, metadataKey, operator, value } = clause;
  const isMatch =
    metadataKey !== undefined
      ? intent.metadata[metadataKey] === value
      : field === 'amount' || field === 'created'
        ? compare(intent[field], operator, Number(value))
        : intent[field as 'status' | 'customer' | 'currency'] === value;
  return isMatch !== clause.negated;
}

interface Searched<T extends StripeObject> {
  readonly url: string;
  readonly table: Pick<Table<T>, 'page'>;
  readonly accept: (row: T, clause: Clause) => boolean;
}

/** Finds new objects immediately, whereas the provider's search lags by up to a minute. */
function search<T extends StripeObject>({ params }: Call, { url, table, accept }: Searched<T>): ListObject {
  const clauses = parseSearch(params.required('query'));
  const limit = readLimit(params);
  const startingAfter = params.text('page');
  const indexed = clauses.find(
    (clause) =>
      !clause.negated &&
      clause.operator === ':' &&
      (clause.metadataKey !== undefined || clause.field === 'customer'),
  );
  const key =
    indexed &&
    (indexed.metadataKey === undefined
      ? `customer:${indexed.value}`
      : `metadata.${indexed.metadataKey}:${indexed.value}`);
  const page = table.page({ limit, startingAfter }, key, (row) =>
    clauses.every((clause) => accept(row, clause)),
  );
  return {
    object: 'search_result',
    url,
    has_more: page.hasMore,
    data: page.data,
    next_page: page.hasMore ? (page.data.at(-1)?.id ?? null) : null,
  };
}

export const searchPaymentIntents = (call: Call): ListObject =>
  search(call, {
    url: '/v1/payment_intents/search',
    table: call.work.store.paymentIntents,
    accept: matches,
  });

/** By metadata only. */
export const searchCustomers = (call: Call): ListObject =>
  search(call, {
    url: '/v1/customers/search',
    table: call.work.store.customers,
    accept: ({ metadata }, { metadataKey, value, negated }) => {
      if (metadataKey === undefined) throw invalidParameter('query', 'Only metadata can be searched here');
      return (metadata[metadataKey] === value) !== negated;
    },
  });
