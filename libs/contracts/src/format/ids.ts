import { isInstant } from './calendar.js';

/** A UUID as PostgreSQL writes it. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** One or more UUIDs, separated by commas. */
export const UUIDS = new RegExp(`^${UUID.source.slice(1, -1)}(,${UUID.source.slice(1, -1)})*$`);

export const isUuid = (text: string): boolean => UUID.test(text);

/** Where a page of a list begins: `<instant>,<id>` of the last row before it. */
export const CURSOR = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isCursor = (text: string): boolean =>
  CURSOR.test(text) && isInstant(text.split(',', 1)[0] ?? '');
