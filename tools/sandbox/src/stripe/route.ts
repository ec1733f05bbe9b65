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

export type Answer = StripeObject | ListObject;

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `:id` matches one segment. */
  readonly path: string;
  /** `browser`: publishable keys may call it too. */
  readonly keys: 'secret' | 'browser';
  /** Reads and checks every parameter and calls `params.done()` before any effect. */
  run(call: Call): Answer;
}

const MAX_PAGE_SIZE = 100;

function readRange(params: Params): Range | undefined {
  const child = params.child('created');
  if (!child) return undefined;
  const range: Partial<Record<keyof Range, number>> = {};
  for (const bound of ['gt', 'gte', 'lt', 'lte'] as const) {
    const value = child.integer(bound);
    if (value !== undefined) range[bound] = value;
  }
  return range;
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

/** Of lists that cannot be limited to a time. */
export const readPosition = (params: Params): PageQuery => ({
  limit: readLimit(params),
  startingAfter: params.text('starting_after'),
  endingBefore: params.text('ending_before'),
});

export const readPage = (params: Params): PageQuery => ({
  ...readPosition(params),
  created: readRange(params),
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

export const getRoute = <T extends StripeObject>(path: string, noun: string, tableOf: TableOf<T>): Route => ({
  method: 'GET',
  path,
  keys: 'secret',
  run: ({ id, work }) => findRow(tableOf(work.store), noun, id),
});

/** Lists rows, newest first: all, or those that have the first of the `keys` that the caller gives. */
export const listRoute = <T extends StripeObject>(
  path: string,
  tableOf: TableOf<T>,
  keys: readonly string[] = [],
): Route => ({
  method: 'GET',
  path,
  keys: 'secret',
  run: ({ params, work }) => {
    const [key] = keys.flatMap((name) => {
      const value = params.text(name);
      return value === undefined ? [] : [`${name}:${value}`];
    });
    return toListObject(path, tableOf(work.store).page(readPage(params), key));
  },
});

interface Entry {
  readonly parts: readonly string[];
  readonly route: Route;
}

/** Finds a route by method and path. Routes with literal segments precede those with `:id`, so the first match wins. */
export class RouteTable {
  private readonly buckets = new Map<string, Entry[]>();

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const parts = route.path.split('/');
      const key = `${route.method} ${parts.length} ${parts[2] ?? ''}`;
      const bucket = this.buckets.get(key) ?? [];
      this.buckets.set(key, bucket);
      bucket.push({ parts, route });
    }
  }

  find(method: string, path: string): { route: Route; id: string } | undefined {
    const actual = path.split('/');
    const bucket = this.buckets.get(`${method} ${actual.length} ${actual[2] ?? ''}`) ?? [];
    for (const { parts, route } of bucket) {
      if (!parts.every((part, index) => part === ':id' || part === actual[index])) continue;
      const id = actual[parts.indexOf(':id')];
      return { route, id: parts.includes(':id') && id !== undefined ? decodeURIComponent(id) : '' };
    }
    return undefined;
  }
}
