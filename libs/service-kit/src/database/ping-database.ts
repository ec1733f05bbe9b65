import type { DataSource } from 'typeorm';

/** Less than probes of an orchestrator usually wait. */
const PING_TIMEOUT_MS = 2_000;

interface Pool {
  query(statement: { text: string; query_timeout: number }): Promise<unknown>;
}

/**
 * Rejects unless the database answers through a connection of this process's pool within two seconds. The pool discards
 * a connection that does not answer, so repeated pings also clear out lost connections.
 */
export async function pingDatabase(dataSource: DataSource): Promise<void> {
  const { master } = dataSource.driver as unknown as { master: Pool };
  await master.query({ text: 'SELECT 1', query_timeout: PING_TIMEOUT_MS });
}
