import { createHash } from 'node:crypto';

/** Returns a data key for tests, `id:base64`. The same id is the same key. */
export const testDataKey = (id = 'test'): string =>
  `${id}:${createHash('sha256').update(`data key ${id}`).digest('base64')}`;
