import { type DatabaseSettings, withDataSource } from './data-source.js';

/**
 * Runs a statement that may take minutes, on its own connection. Any other statement is canceled after half a minute.
 */
export const runLongStatement = (
  settings: DatabaseSettings,
  sql: string,
  parameters: unknown[] = [],
): Promise<void> =>
  withDataSource({ ...settings, poolSize: 1, queryTimeoutMs: 0 }, (dataSource) =>
    dataSource.transaction(async (manager) => {
      await manager.query("SET LOCAL statement_timeout = '10min'");
      await manager.query(sql, parameters);
    }),
  );
