const CURSOR = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Where a page begins, as it stands in the address; anything else is taken for the first page. */
export const readCursor = (given: string | null): string | null =>
  given !== null && CURSOR.test(given) ? given : null;

/** Where the pages before this one begin, the first one first. A cursor only leads on, so the way back is kept. */
export type Trail = readonly (string | null)[];

const TRAIL_MAX = 500;

/** From an entry of the browser's history, which may be anything. */
export const readTrail = (given: unknown): Trail =>
  Array.isArray(given) ? given.map((cursor) => readCursor(typeof cursor === 'string' ? cursor : null)) : [];

export const withPage = (trail: Trail, current: string | null): Trail =>
  [...trail, current].slice(-TRAIL_MAX);

/** Of RFC 8288's Link header: one parameter of the address with rel=next; null when there is none. */
export function nextInLink(link: string | null, parameter: string): string | null {
  for (const part of link?.split(/,\s*(?=<)/) ?? []) {
    const [, address = '', rest = ''] = /^<([^>]*)>(.*)$/.exec(part.trim()) ?? [];
    if (!/;\s*rel="?next"?/.test(rest)) continue;
    return new URL(address, 'http://any').searchParams.get(parameter);
  }
  return null;
}
