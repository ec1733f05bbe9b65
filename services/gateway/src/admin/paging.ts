import type { Response } from 'express';

export interface Page {
  readonly page: number;
  readonly pageSize: number;
}

const PAGE_SIZE = 100;

export const readPage = (query: { page?: string | undefined; pageSize?: string | undefined }): Page => ({
  page: Number(query.page ?? 1),
  pageSize: Number(query.pageSize ?? PAGE_SIZE),
});

/** RFC 8288: the same address with these parameters changed. */
export function nextPage(response: Response, changes: Record<string, string>): void {
  const url = new URL(response.req.originalUrl, 'http://localhost');
  for (const [name, value] of Object.entries(changes)) url.searchParams.set(name, value);
  response.setHeader('link', `<${url.pathname}${url.search}>; rel="next"`);
}

export function setTotal(response: Response, total: number, { page, pageSize }: Page): void {
  response.setHeader('x-total-count', String(total));
  if (page * pageSize < total) nextPage(response, { page: String(page + 1), pageSize: String(pageSize) });
}
