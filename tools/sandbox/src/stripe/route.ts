import { invalidParameter, missingResource } from './errors.js';
import type { StripeObject } from './objects.js';
import type { Params } from './params.js';
import type { StripeStore } from './store.js';
import type { Page, PageQuery, Range, Table } from './table.js';
import type { UnitOfWork } from './unit-of-work.js';

export interface Call {
  readonly id: string;
  readonly params: Params;
  readonly work: UnitOfWork;
  readonly caller: 'secret' | 'browser';
}

export interface ListObject {
  readonly object: 'list' | 'search_result';
  readonly url: string;
  readonly has_more: boolean;
  readonly data: readonly StripeObject[];
  readonly next_page?: string | null;
}

/** Reads and checks every parameter and calls `params.done()` before any effect. */
type Run = (call: Call) => object;

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `:id` matches one segment. */
  readonly path: string;
  /** `browser`: publishable keys may call it too. */
  readonly keys: 'secret' | 'browser';
  readonly run: Run;
}

export const route = (
  method: Route['method'],
  path: string,
  run: Run,
  keys: Route['keys'] = 'secret',
): Route => ({ method, path, keys, run });

const MAX_PAGE_SIZE = 100;

function readRange(params: Params): Range {
  const child = params.child('created');
  const bound = (name: string, unlimited: number): number => child?.integer(name) ?? unlimited;
  return {
    gt: bound('gt', -Infinity),
    gte: bound('gte', -Infinity),
    lt: bound('lt', Infinity),
    lte: bound('lte', Infinity),
  };
}

export function readLimit(params: Params): number {
  const limit = params.integer('limit') ?? 10;
  const refuse = (rule: string) =>
    invalidParameter(
      'limit',
      `This value must be ${rule} (it currently is '${limit}').`,
      'parameter_invalid_integer',
    );
  if (limit < 1) throw refuse('greater than or equal to 1');
  if (limit > MAX_PAGE_SIZE) throw refuse(`less than or equal to ${MAX_PAGE_SIZE}`);
  return limit;
}

/** Reads the parameters that every list takes. */
export const readPosition = (params: Params): PageQuery => ({
  limit: readLimit(params),
  startingAfter: params.text('starting_after'),
});

export const toListObject = (url: string, page: Page<StripeObject>): ListObject => ({
  object: 'list',
  url,
  has_more: page.hasMore,
  data: page.data,
});

type TableOf<T extends StripeObject> = (store: StripeStore) => Table<T>;

/** @throws StripeApiError (`resource_missing`) */
export function findRow<T extends StripeObject>(table: Table<T>, noun: string, id: string, param = 'id'): T {
  const row = table.get(id);
  if (!row) throw missingResource(noun, id, param);
  return row;
}

export const getRoute = <T extends StripeObject>(path: string, noun: string, tableOf: TableOf<T>): Route =>
  route('GET', path, ({ id, work }) => findRow(tableOf(work.store), noun, id));

/** Lists the rows that pass the filter, newest first. The first given parameter of `keys` narrows the list. */
export const listRoute = <T extends StripeObject>(
  path: string,
  tableOf: TableOf<T>,
  keys: readonly string[] = [],
  readFilter: (params: Params) => (row: T) => boolean = () => () => true,
): Route =>
  route('GET', path, ({ params, work }) => {
    const [key] = keys.flatMap((name) => {
      const value = params.text(name);
      return value === undefined ? [] : [`${name}:${value}`];
    });
    const query = { ...readPosition(params), created: readRange(params) };
    return toListObject(path, tableOf(work.store).page(query, key, readFilter(params)));
  });
