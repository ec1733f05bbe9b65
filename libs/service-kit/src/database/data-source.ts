import { PreparingClient } from '@desk/outbox';
import { DataSource, type DataSourceOptions } from 'typeorm';

type ClassOf = new () => object;

export interface DatabaseSettings {
  readonly url: string;
  readonly schema: string;
  readonly entities: readonly ClassOf[];
  readonly migrations?: readonly ClassOf[];
  /** Connections of this process, 20 unless told. */
  readonly poolSize?: number;
}

/** A quiet hour must not cost the next lead new connections: so many stay open, and keep their statements. */
const KEPT_OPEN = 4;

/**
 * A data source for one schema. It logs nothing, because statements carry people's data, and never changes the
 * schema by itself: that is what the migrations are for.
 */
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
    extra: { application_name: `desk-${settings.schema}`, Client: PreparingClient, min: KEPT_OPEN },
  } satisfies DataSourceOptions);
