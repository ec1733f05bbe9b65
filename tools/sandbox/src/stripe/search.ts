import { invalidParameter } from './errors.js';
import type { PaymentIntent } from './objects.js';
import type { Call, ListObject } from './route.js';

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

/** Finds new payments immediately, whereas the provider's search lags by up to a minute. */
export function searchPaymentIntents({ params, work }: Call): ListObject {
  const clauses = parseSearch(params.required('query'));
  const limit = Math.min(Math.max(params.integer('limit') ?? 10, 1), 100);
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
  const page = work.store.paymentIntents.page({ limit, startingAfter }, key, (intent) =>
    clauses.every((clause) => matches(intent, clause)),
  );
  return {
    object: 'search_result',
    url: '/v1/payment_intents/search',
    has_more: page.hasMore,
    data: page.data,
    next_page: page.hasMore ? (page.data.at(-1)?.id ?? null) : null,
  };
}
