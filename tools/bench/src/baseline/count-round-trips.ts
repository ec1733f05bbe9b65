import type { RecordedStatement } from './recorded-statement.js';

/**
 * Counts how often the process waited for the server: statements of one connection that were sent before the first of
 * them was answered are one round trip.
 */
export function countRoundTrips(statements: readonly RecordedStatement[]): number {
  let count = 0;
  let answeredAt = -Infinity;
  for (const { startedAt, endedAt } of statements.toSorted((a, b) => a.startedAt - b.startedAt)) {
    if (startedAt < answeredAt) continue;
    count += 1;
    answeredAt = endedAt;
  }
  return count;
}
