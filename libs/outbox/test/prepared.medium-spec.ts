import { prepared, PreparingClient } from '@desk/outbox';
import { createTestDatabase, type TestDatabase } from '@desk/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';

const INCREMENT = prepared('SELECT $1::int + 1 AS next');

let database: TestDatabase;
let client: PreparingClient;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  client = new PreparingClient({ connectionString: database.services.billing.url });
  await client.connect();
});
afterEach(() => client.end());

const next = async (value: number) => {
  const { rows } = await client.query<{ next: number }>(INCREMENT, [value]);
  return rows[0]?.next;
};
const kept = async () => {
  const { rows } = await client.query<{ statement: string }>('SELECT statement FROM pg_prepared_statements');
  return rows.map(({ statement }) => statement);
};

test('prepares registered statements on their connection, and no others', async () => {
  expect([await next(1), await next(2)]).toEqual([2, 3]);
  await client.query('SELECT $1::int AS other', [1]);
  expect(await kept()).toEqual([INCREMENT]);
});

test('stops preparing on a connection that lost its statements, after one failure', async () => {
  await next(1);
  await client.query('DEALLOCATE ALL');
  await expect(next(2)).rejects.toMatchObject({ code: '26000' });
  expect(await next(3)).toBe(4);
  expect(await kept()).toEqual([]);
});

test('keeps preparing after any other error', async () => {
  await expect(client.query(INCREMENT, ['no number'])).rejects.toMatchObject({ code: '22P02' });
  expect(await next(1)).toBe(2);
  expect(await kept()).toEqual([INCREMENT]);
});

test('keeps preparing after a failed transaction in which statements were waiting to be prepared', async () => {
  const results = await Promise.allSettled([
    client.query('BEGIN'),
    client.query('SELECT 1 / 0'),
    client.query(INCREMENT, [1]),
    client.query(INCREMENT, [2]),
    client.query('ROLLBACK'),
  ]);
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'rejected',
    'fulfilled',
  ]);
  expect([await next(1), await next(2)]).toEqual([2, 3]);
  expect(await kept()).toEqual([INCREMENT]);
});
