import { PreparingClient } from '@desk/outbox';
import { DataSource, type DataSourceOptions, type EntitySchema } from 'typeorm';

type ClassOf = new () => object;

export interface DatabaseSettings {
  readonly url: string;
  readonly schema: string;
  readonly entities: readonly (ClassOf | EntitySchema<object>)[];
  readonly migrations?: readonly ClassOf[];
  /** Maximum connections of this process; 20 by default. */
  readonly poolSize?: number;
}

/** Idle connections to keep, with their prepared statements, so that the first lead after a quiet hour is not slow. */
const MIN_CONNECTIONS = 4;

/** Creates a data source for one schema. Logs no statements, since they contain personal data. */
export const createDataSource = (settings: DatabaseSettings): DataSource =>
  new DataSource({
    type: 'postgres',
    url: settings.url,
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
