import { cursor } from './list-params';

/** Cursors of the pages before this one, first page first. A cursor only leads forward, so "Previous" needs them. */
export type CursorHistory = readonly (string | null)[];
const MAX_HISTORY_LENGTH = 500;

/** Reads the state of a browser history entry, which can hold anything. */
export const parseCursorHistory = (value: unknown): CursorHistory =>
  Array.isArray(value) ? value.map((each) => cursor.parse(typeof each === 'string' ? each : null)) : [];

export const pushCursor = (history: CursorHistory, current: string | null): CursorHistory =>
  [...history, current].slice(-MAX_HISTORY_LENGTH);
