import { OutboxRelay, Transactions, type Tx } from '@desk/outbox';
import { createDataSource } from '@desk/service-kit';
import { createServiceDatabase, sealerOf } from '@desk/testing';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { database, migrations } from '../src/database/data-source.js';
import { LeadRouter } from '../src/routing/lead-router.js';
import { RoutingRepository } from '../src/routing/routing.repository.js';
import { type Mutate, replaceFunctions } from './statements.harness.js';

const POOL_SIZE = 16;
const MAX_AGE_HOURS = 24;

export interface RoutersHarness {
  readonly router: LeadRouter;
  readonly funnelId: string;
  run<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs `work` while the SQL functions have a bug. */
  withMutant<T>(mutate: Mutate, work: () => Promise<T>): Promise<T>;
  query<Row extends object>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

/** lead-router's own routing on a database of its own, without queues: messages stay in the outbox. */
export async function startRouters(): Promise<RoutersHarness> {
  const db = await createServiceDatabase('lead-router', { ...database, migrations });
  const { url, ownerUrl } = db.services['lead-router'];
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const dataSource = await createDataSource({
    ...database,
    url,
    tls: 'off',
    poolSize: POOL_SIZE,
  }).initialize();
  const silentRelay = Object.assign(Object.create(OutboxRelay.prototype) as OutboxRelay, {
    afterCommit: () => Promise.resolve(),
  });
  const transactions = new Transactions(dataSource, sealerOf('lead-router'), silentRelay);
  const funnelId = randomUUID();
  await transactions.query('INSERT INTO funnels (id, name) VALUES ($1, $2)', [funnelId, 'Test funnel']);
  return {
    router: new LeadRouter(new RoutingRepository(), { LEAD_MAX_AGE_HOURS: MAX_AGE_HOURS }),
    funnelId,
    run: (work) => connecting(() => transactions.run(work)),
    withMutant: async (mutate, work) => {
      await replaceFunctions((sql) => owner.query(sql), mutate);
      try {
        return await work();
      } finally {
        await replaceFunctions(
          (sql) => owner.query(sql),
          (sql) => `${sql}\n`,
        );
      }
    },
    query: (sql, parameters) => connecting(() => transactions.query(sql, parameters)),
    stop: async () => {
      await dataSource.destroy();
      await owner.end();
      await db.drop();
    },
  };
}

const CONNECT_ATTEMPTS = 5;

/** Tries again if no connection could be opened in time, as on a busy machine: nothing was executed yet. */
async function connecting<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      const isTimeout =
        error instanceof Error && error.message.includes('timeout exceeded when trying to connect');
      if (!isTimeout || attempt >= CONNECT_ATTEMPTS) throw error;
    }
}
