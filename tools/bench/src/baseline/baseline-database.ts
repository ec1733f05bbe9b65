import { type ServiceName, serviceNames } from '@desk/contracts';
import { serviceRoles, urlForRole } from '@desk/service-kit';
import { runMigrations, type Stack } from '@desk/tool-start';
import { join } from 'node:path';
import pg from 'pg';
import { restoreSnapshot, type TableSnapshot } from './table-snapshot.js';

/** A second database on the server of the measured system. */
export const BASELINE_DATABASE = 'desk_baseline';

/** As many connections as each service has. */
const POOL_SIZE = 20;

export interface BaselineDatabase {
  readonly url: string;
  readonly pools: Readonly<Record<ServiceName, pg.Pool>>;
  close(): Promise<void>;
}

/** Creates a database with the same tables and the rows of the snapshot. */
export async function createBaselineDatabase(
  { urls, secrets, logsDir }: Stack,
  snapshot: TableSnapshot,
): Promise<BaselineDatabase> {
  const url = new URL(urls.database);
  url.pathname = `/${BASELINE_DATABASE}`;
  await runMigrations(url.href, secrets.databasePasswords, join(logsDir, 'migrate.log'));
  await restoreSnapshot(url.href, snapshot);
  const pools = Object.fromEntries(
    serviceNames.map((service) => {
      const role = serviceRoles[service].runtimeRole;
      const connectionString = urlForRole(url.href, role, secrets.databasePasswords);
      return [service, new pg.Pool({ connectionString, max: POOL_SIZE })];
    }),
  ) as Record<ServiceName, pg.Pool>;
  return {
    url: url.href,
    pools,
    close: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
}
