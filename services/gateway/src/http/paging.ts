import type { Response } from 'express';

/** The last row of a page: its time and its id. */
export const toCursor = (at: string, id: string): string => `${at},${id}`;

/** Returns the row's time under the given name, and its id; null if no cursor is given. The query schema has checked it. */
export function readCursor<Name extends string>(cursor: string | undefined, timeName: Name) {
  if (cursor === undefined) return null;
  const [at = '', id = ''] = cursor.split(',');
  return { [timeName]: at, id } as Record<Name | 'id', string>;
}

export interface Page {
  readonly page: number;
  readonly pageSize: number;
}

const DEFAULT_PAGE_SIZE = 100;

export const readPage = (query: { page?: string | undefined; pageSize?: string | undefined }): Page => ({
  page: Number(query.page ?? 1),
  pageSize: Number(query.pageSize ?? DEFAULT_PAGE_SIZE),
});

/** Sets the `Link` header (RFC 8288) to this request's URL with some parameters changed. */
export function linkNextPage(response: Response, changes: Readonly<Record<string, string>>): void {
  const url = new URL(response.req.originalUrl, 'http://localhost');
  for (const [name, value] of Object.entries(changes)) url.searchParams.set(name, value);
  response.setHeader('link', `<${url.pathname}${url.search}>; rel="next"`);
}

export function setTotal(response: Response, total: number, { page, pageSize }: Page): void {
  response.setHeader('x-total-count', String(total));
  if (page * pageSize < total) linkNextPage(response, { page: String(page + 1), pageSize: String(pageSize) });
}

export const inBatches = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, batch) =>
    all.slice(batch * size, (batch + 1) * size),
  );
