import { createDataSource, type DatabaseSettings } from './data-source.js';

/**
 * Runs a statement that may take minutes, on its own connection. Any other statement is canceled after half a minute.
 */
export async function runLongStatement(
  settings: DatabaseSettings,
  sql: string,
  parameters: unknown[] = [],
): Promise<void> {
  const dataSource = createDataSource({ ...settings, poolSize: 1, queryTimeoutMs: 0 });
  await dataSource.initialize();
  try {
    await dataSource.transaction(async (manager) => {
      await manager.query("SET LOCAL statement_timeout = '10min'");
      await manager.query(sql, parameters);
    });
  } finally {
    await dataSource.destroy();
  }
}
