import type { Pool, PoolClient } from 'pg';
import { Gauge, Histogram } from 'prom-client';
import type { DataSource } from 'typeorm';
import type { Metrics } from './create-registry.js';

/** TypeORM's type of the driver does not include its pool. */
const poolOf = ({ driver }: DataSource): Pool => (driver as unknown as { master: Pool }).master;

type Connected = (error: Error | undefined, client: PoolClient | undefined, release: () => void) => void;

/** Reports the connections of each pool, and how long callers waited when none was free. */
export function measurePools(dataSources: Readonly<Record<string, DataSource>>, metrics: Metrics): void {
  const pools = Object.entries(dataSources).map(([name, dataSource]) => ({ name, pool: poolOf(dataSource) }));
  new Gauge({
    name: 'database_connections',
    help: 'Connections to PostgreSQL by pool and state',
    labelNames: ['pool', 'state'],
    registers: [metrics],
    collect() {
      for (const { name, pool } of pools) {
        this.set({ pool: name, state: 'idle' }, pool.idleCount);
        this.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount);
      }
    },
  });
  new Gauge({
    name: 'database_connections_max',
    help: 'Connections to PostgreSQL that each pool may open',
    labelNames: ['pool'],
    registers: [metrics],
    collect() {
      for (const { name, pool } of pools) this.set({ pool: name }, pool.options.max);
    },
  });
  new Gauge({
    name: 'database_pool_waiting',
    help: 'Transactions and statements that wait for a connection of the pool now',
    labelNames: ['pool'],
    registers: [metrics],
    collect() {
      for (const { name, pool } of pools) this.set({ pool: name }, pool.waitingCount);
    },
  });
  const waits = new Histogram({
    name: 'database_pool_wait_seconds',
    help: 'Time until a connection was free or opened, of those who found none free',
    labelNames: ['pool'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 5],
    registers: [metrics],
  });
  for (const { name, pool } of pools) {
    waits.zero({ pool: name });
    measureWaits(pool, (seconds) => waits.observe({ pool: name }, seconds));
  }
}

/** Measures nothing for callers that find a free connection, which is the usual case on the lead path. */
function measureWaits(pool: Pool, observe: (seconds: number) => void): void {
  const connect = pool.connect.bind(pool) as (callback?: Connected) => Promise<PoolClient>;
  const measured = (callback?: Connected): Promise<PoolClient> | undefined => {
    if (pool.idleCount > 0) return connect(callback);
    const startedAt = performance.now();
    const end = (): void => observe((performance.now() - startedAt) / 1_000);
    if (!callback) return connect().finally(end);
    return connect((...result) => {
      end();
      callback(...result);
    });
  };
  pool.connect = measured as typeof pool.connect;
}
