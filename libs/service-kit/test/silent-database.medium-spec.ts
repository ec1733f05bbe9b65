import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createDataSource, pingDatabase } from '@desk/service-kit';
import {
  createTestDatabase,
  eventually,
  startTcpProxy,
  type TcpProxy,
  type TestDatabase,
} from '@desk/testing';
import type { DataSource } from 'typeorm';

// The tests lose the connection silently: nothing arrives any more, and nothing is closed.
let database: TestDatabase;
let proxy: TcpProxy;
let dataSource: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  const url = new URL(database.services.billing.url);
  proxy = await startTcpProxy(Number(url.port));
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  const settings = { url: url.href, schema: 'billing', entities: [], poolSize: 2, queryTimeoutMs: 750 };
  // On a busy machine, the first statements may take longer than this.
  dataSource = await eventually(() => createDataSource(settings).initialize());
});
afterEach(async () => {
  await dataSource.destroy();
  await proxy.close();
});

it('statements fail in time, and their connections are replaced', async () => {
  proxy.silence();
  const failures = await Promise.allSettled([1, 2].map(() => dataSource.query('SELECT 1')));
  expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  proxy.restore();
  await eventually(() => dataSource.query('SELECT 1'));
});

it('a transaction in progress fails, and gives its connection back', async () => {
  const failing = dataSource.transaction(async (manager) => {
    await manager.query('SELECT 1');
    proxy.silence();
    await manager.query('SELECT 2');
  });
  await expect(failing).rejects.toThrow();
  proxy.restore();
  await eventually(() => Promise.all([1, 2, 3].map(() => dataSource.query('SELECT 1'))));
});

it('a ping fails within its own timeout, and clears out lost connections', async () => {
  await eventually(() => pingDatabase(dataSource));
  proxy.silence();
  await expect(pingDatabase(dataSource)).rejects.toThrow();
  proxy.restore();
  await eventually(() => pingDatabase(dataSource));
});
