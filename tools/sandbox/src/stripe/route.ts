import { invalidParameter } from './errors.js';
import type { StripeObject } from './objects.js';
import type { Params } from './params.js';
import type { Page, PageQuery, Range } from './table.js';
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
