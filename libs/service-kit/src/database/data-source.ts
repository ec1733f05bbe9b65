import { PreparingClient } from '@desk/outbox';
import { DataSource, type DataSourceOptions, type EntitySchema } from 'typeorm';

import type { TlsMode } from '../tls.js';
import { toConnectionOptions } from './connection-options.js';
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
  /** Maximum connections of this process; 20 by default. */
  readonly poolSize?: number;
}

/** Idle connections to keep, with their prepared statements, so that the first lead after a quiet hour is not slow. */
const MIN_CONNECTIONS = 4;

/** Creates a data source for one schema. Logs no statements, since they contain personal data. */
export const createDataSource = (settings: DatabaseSettings): DataSource =>
  new DataSource({
    type: 'postgres',
    ...toConnectionOptions(settings.url, settings.tls),
    schema: settings.schema,
    entities: [...settings.entities],
    migrations: [...(settings.migrations ?? [])],
    migrationsTableName: 'migrations',
    poolSize: settings.poolSize ?? 20,
    synchronize: false,
    logging: false,
    installExtensions: false,
    extra: { application_name: `desk-${settings.schema}`, Client: PreparingClient, min: MIN_CONNECTIONS },
  } satisfies DataSourceOptions);
