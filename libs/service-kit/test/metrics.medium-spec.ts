import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { JobPublisher, Transport } from '@desk/bullmq-transport';
import { createDataSource, createRegistry, type Metrics } from '@desk/service-kit';
import { createTestDatabase, createTestRedis, messageKeysOf, type TestDatabase } from '@desk/testing';
import type { DataSource } from 'typeorm';
import { measurePools } from '../src/metrics/pool-metrics.js';
import { reportQueues } from '../src/metrics/message-metrics.js';

let metrics: Metrics;
beforeEach(() => {
  metrics = createRegistry();
});

const valueOf = async (series: string): Promise<number | undefined> => {
  const lines = (await metrics.metrics()).split('\n');
  const value = lines.find((line) => line.startsWith(`${series} `))?.slice(series.length + 1);
  return value === undefined ? undefined : Number(value);
};

describe('reportQueues', () => {
  let transport: Transport;
  beforeAll(async () => {
    transport = await Transport.connect({
      ...createTestRedis(),
      name: 'billing',
      messageKeys: messageKeysOf('billing'),
    });
  });
  afterAll(() => transport.close());

  it('reports how many messages wait and how long the oldest has waited', async () => {
    const publisher = new JobPublisher(transport.redis);
    reportQueues('billing', publisher, metrics);
    const first = await metrics.metrics();
    expect(first).toContain('queue_waiting_messages{queue="billing.events"} 0');
    expect(first).toContain('queue_oldest_waiting_seconds{queue="billing.events"} 0');
    for (const id of ['first', 'second'])
      await publisher.publish('billing.events', 'test', [{ id, sealed: '' }]);
    expect(await valueOf('queue_waiting_messages{queue="billing.events"}')).toBe(2);
    expect(await valueOf('queue_waiting_messages{queue="billing.rpc"}')).toBe(0);
    const before = (await valueOf('queue_oldest_waiting_seconds{queue="billing.events"}')) ?? 0;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await valueOf('queue_oldest_waiting_seconds{queue="billing.events"}')).toBeGreaterThan(before);
    await publisher.close();
  });

  it('reports nothing while Redis does not answer', async () => {
    const publisher = { backlog: () => Promise.reject(new Error('away')) } as unknown as JobPublisher;
    reportQueues('billing', publisher, metrics);
    expect(await metrics.metrics()).not.toMatch(/^queue_\w+\{/m);
  });
});

describe('measurePools', () => {
  const POOL_SIZE = 2;
  let database: TestDatabase;
  let dataSource: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    const { url } = database.services.billing;
    dataSource = await createDataSource({
      url,
      schema: 'billing',
      entities: [],
      poolSize: POOL_SIZE,
    }).initialize();
    measurePools({ work: dataSource }, metrics);
  });
  afterEach(() => dataSource.destroy());

  it('reports busy connections, waiting callers, and the duration of waits', async () => {
    const runners = Array.from({ length: POOL_SIZE }, () => dataSource.createQueryRunner());
    for (const runner of runners) await runner.connect();
    const waiting = dataSource.query('SELECT 1');
    expect(await valueOf('database_connections{pool="work",state="busy"}')).toBe(POOL_SIZE);
    expect(await valueOf('database_connections_max{pool="work"}')).toBe(POOL_SIZE);
    expect(await valueOf('database_pool_waiting{pool="work"}')).toBe(1);
    const measuredBefore = (await valueOf('database_pool_wait_seconds_count{pool="work"}')) ?? 0;
    for (const runner of runners) await runner.release();
    await waiting;
    expect(await valueOf('database_pool_waiting{pool="work"}')).toBe(0);
    expect(await valueOf('database_pool_wait_seconds_count{pool="work"}')).toBe(measuredBefore + 1);
  });

  it('measures no wait if a connection is free', async () => {
    await dataSource.query('SELECT 1');
    const before = await valueOf('database_pool_wait_seconds_count{pool="work"}');
    await dataSource.query('SELECT 1');
    expect(await valueOf('database_pool_wait_seconds_count{pool="work"}')).toBe(before);
  });
});
