import { createDataSource, createIndexConcurrently, withMigrationLock } from '@desk/service-kit';
import { createTestDatabase, eventually, type TestDatabase } from '@desk/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';

let database: TestDatabase;
let owner: DataSource;
let url: string;

beforeAll(async () => {
  database = await createTestDatabase();
  url = database.services.billing.ownerUrl;
  owner = await createDataSource({ url, schema: 'billing', entities: [], poolSize: 2 }).initialize();
  await owner.query('CREATE TABLE probe (id integer)');
});
afterAll(async () => {
  await owner.destroy();
  await database.drop();
});

/** Counts connections that have requested a lock. The query does not find itself. */
const countConnections = async (): Promise<number> => {
  const [row] = await owner.query<{ count: number }[]>(
    `SELECT count(*)::int FROM pg_stat_activity
      WHERE datname = current_database() AND usename = current_user AND query LIKE '%pg_try_advisory' || '_lock%'`,
  );
  return row?.count ?? 0;
};

it('lets one process migrate a schema at a time, without blocking its concurrent indexes', async () => {
  const order: string[] = [];
  let startSecond: () => void = () => undefined;
  const secondMayStart = new Promise<void>((resolve) => (startSecond = resolve));
  const first = withMigrationLock(url, 'billing', async () => {
    order.push('first starts');
    startSecond();
    // The second one asks for the lock with its own connection.
    await eventually(async () => (await countConnections()) === 2);
    const runner = owner.createQueryRunner();
    await createIndexConcurrently(runner, 'probe_id', 'probe (id)');
    await runner.release();
    order.push('first ends');
  });
  await secondMayStart;
  const other = withMigrationLock(url, 'leads', () => Promise.resolve('at once'));
  await expect(other).resolves.toBe('at once');
  const second = withMigrationLock(url, 'billing', () => {
    order.push('second');
    return Promise.resolve();
  });
  await Promise.all([first, second]);
  expect(order).toEqual(['first starts', 'first ends', 'second']);
});

it('releases the lock after a failure', async () => {
  const failure = new Error('the migration failed');
  await expect(withMigrationLock(url, 'billing', () => Promise.reject(failure))).rejects.toBe(failure);
  await expect(withMigrationLock(url, 'billing', () => Promise.resolve(1))).resolves.toBe(1);
});

it('fails when the connection with the lock is lost, so that two never migrate at once', async () => {
  const locked = withMigrationLock(url, 'billing', async () => {
    await eventually(async () => {
      const rows = await owner.query<object[]>(
        `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      return rows.length > 0;
    });
    await new Promise(() => undefined);
  });
  await expect(locked).rejects.toThrow('The connection that holds the migration lock was lost.');
});
