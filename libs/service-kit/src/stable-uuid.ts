import { createHash } from 'node:crypto';

/** Returns the same UUID (version 8) for the same parts, so that a second record of the same thing is recognized. */
export function stableUuid(...parts: readonly (string | number | null)[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
