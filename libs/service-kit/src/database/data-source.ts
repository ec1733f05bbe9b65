import { PreparingClient } from '@desk/outbox';
import { DataSource, type DataSourceOptions, type EntitySchema } from 'typeorm';
import { DEFAULT_POOL_SIZE } from '../settings/setting.js';
import type { TlsMode } from '../tls.js';
import { toConnectionOptions } from './connection-options.js';
import type { SqlFunctions } from './sql-functions.js';
import type { SchemaRights } from './table-rights.js';

type ClassOf = new () => object;

export interface DatabaseSettings {
  readonly url: string;
  /** Default: DATABASE_TLS, or else what `defaultTls` says. */
  readonly tls?: TlsMode;
  readonly schema: string;
  readonly entities: readonly (ClassOf | EntitySchema<object>)[];
  readonly migrations?: readonly ClassOf[];
  /** What the service may do with its tables. Applied after the migrations. */
  readonly tables?: SchemaRights;
  /** Created after the migrations. */
  readonly functions?: SqlFunctions;
  /** Maximum connections of this process. */
  readonly poolSize?: number;
  /** How long a statement may take. 0 means no limit, for migrations. */
  readonly queryTimeoutMs?: number;
}

/** Idle connections to keep, with their prepared statements, so that the first lead after a quiet hour is not slow. */
const MIN_CONNECTIONS = 4;

/** Also limits how long a transaction waits for a free connection of the pool. */
const CONNECT_TIMEOUT_MS = 5_000;
/**
 * The server ends statements of services after 30 s (`provision.ts`), so a longer silence means that the connection is
 * lost. The connection is then closed (`PreparingClient`).
 */
const QUERY_TIMEOUT_MS = 35_000;
/** An idle connection whose server is gone is detected after this time and a few more seconds. */
const KEEP_ALIVE_DELAY_MS = 10_000;

/** Creates a data source for one schema. Logs no statements, since they contain personal data. */
export const createDataSource = (settings: DatabaseSettings): DataSource =>
  new DataSource({
    type: 'postgres',
    ...toConnectionOptions(settings.url, settings.tls),
    schema: settings.schema,
    entities: [...settings.entities],
    migrations: [...(settings.migrations ?? [])],
    migrationsTableName: 'migrations',
    poolSize: settings.poolSize ?? DEFAULT_POOL_SIZE,
    synchronize: false,
    logging: false,
    installExtensions: false,
    extra: {
      application_name: `desk-${settings.schema}`,
      Client: PreparingClient,
      min: Math.min(MIN_CONNECTIONS, settings.poolSize ?? DEFAULT_POOL_SIZE),
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: settings.queryTimeoutMs ?? QUERY_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    },
  } satisfies DataSourceOptions);

/** Opens a data source for some work, and closes it afterwards. */
export async function withDataSource<T>(
  settings: DatabaseSettings,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const dataSource = await createDataSource(settings).initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** Less than probes of an orchestrator usually wait. */
const PING_TIMEOUT_MS = 2_000;

interface Pool {
  query(statement: { text: string; query_timeout: number }): Promise<unknown>;
}

/**
 * Rejects unless a connection of this process's pool is free within five seconds and then answers within two.
 * The pool discards a connection that does not answer, so repeated pings also clear out lost connections.
 */
export async function pingDatabase(dataSource: DataSource): Promise<void> {
  const { master } = dataSource.driver as unknown as { master: Pool };
  await master.query({ text: 'SELECT 1', query_timeout: PING_TIMEOUT_MS });
}
