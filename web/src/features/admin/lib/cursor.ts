import { isInstant } from '@desk/contracts/format/calendar';

const CURSOR = /^([^,]{24}),[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the cursor in a query parameter, or null (the first page) for anything else. */
export const parseCursor = (value: string | null): string | null =>
  value !== null && isInstant(CURSOR.exec(value)?.[1] ?? '') ? value : null;

/** Cursors of the pages before this one, first page first. A cursor only leads forward, so "Previous" needs them. */
export type CursorHistory = readonly (string | null)[];

const MAX_HISTORY_LENGTH = 500;

/** Reads the state of a browser history entry, which can hold anything. */
export const parseCursorHistory = (value: unknown): CursorHistory =>
  Array.isArray(value) ? value.map((cursor) => parseCursor(typeof cursor === 'string' ? cursor : null)) : [];

export const pushCursor = (history: CursorHistory, cursor: string | null): CursorHistory =>
  [...history, cursor].slice(-MAX_HISTORY_LENGTH);

/** Returns one query parameter of the `rel=next` URL in a Link header (RFC 8288), or null if there is none. */
export function parseNextLink(link: string | null, parameter: string): string | null {
  for (const part of link?.split(/,\s*(?=<)/) ?? []) {
    const [, url = '', attributes = ''] = /^<([^>]*)>(.*)$/.exec(part.trim()) ?? [];
    if (!/;\s*rel="?next"?/.test(attributes)) continue;
    return new URL(url, 'http://any').searchParams.get(parameter);
  }
  return null;
}
