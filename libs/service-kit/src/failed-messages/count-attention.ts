import { MAX_ATTENTION } from '@desk/contracts';
import { FAILED_MESSAGES } from '@desk/outbox';
import type { DataSource } from 'typeorm';

/**
 * Counts what waits for an admin in a service's tables, and its failed messages, each up to `MAX_ATTENTION`.
 * A source is SQL after FROM; an index must find its rows.
 */
export async function countAttention<Name extends string>(
  dataSource: DataSource,
  sources: Readonly<Record<Name, string>>,
): Promise<Record<Name | 'failedMessages', number>> {
  const counts = Object.entries<string>({ ...sources, failedMessages: FAILED_MESSAGES }).map(
    ([name, source]) =>
      `(SELECT count(*)::int FROM (SELECT FROM ${source} LIMIT ${MAX_ATTENTION}) AS waiting) AS "${name}"`,
  );
  const [row]: [Record<Name | 'failedMessages', number>] = await dataSource.query(
    `SELECT ${counts.join(', ')}`,
  );
  return row;
}
