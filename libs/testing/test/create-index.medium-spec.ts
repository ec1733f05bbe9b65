import { createDataSource, createIndexConcurrently } from '@desk/service-kit';
import { createTestDatabase, type TestDatabase } from '@desk/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';

let database: TestDatabase;
let owner: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  const { ownerUrl: url, schema } = database.services.billing;
  owner = await createDataSource({ url, schema, entities: [], poolSize: 2 }).initialize();
  await owner.query('CREATE TABLE probe (id integer)');
  await owner.query('INSERT INTO probe VALUES (1), (1)');
});
afterAll(async () => {
  await owner.destroy();
  await database.drop();
});

const findIndex = () =>
  owner.query<object[]>(
    "SELECT oid, indisvalid FROM pg_class JOIN pg_index ON indexrelid = oid WHERE relname = 'probe_id'",
  );

it('replaces an index that an interrupted attempt left invalid, and keeps a valid one', async () => {
  await expect(owner.query('CREATE UNIQUE INDEX CONCURRENTLY probe_id ON probe (id)')).rejects.toThrow(
    'could not create unique index',
  );
  expect(await findIndex()).toMatchObject([{ indisvalid: false }]);
  const runner = owner.createQueryRunner();
  await createIndexConcurrently(runner, 'probe_id', 'probe (id)');
  const created = await findIndex();
  expect(created).toMatchObject([{ indisvalid: true }]);
  await createIndexConcurrently(runner, 'probe_id', 'probe (id)');
  expect(await findIndex()).toEqual(created);
  expect(await runner.query('SHOW lock_timeout')).toEqual([{ lock_timeout: '10s' }]);
  await runner.release();
});
