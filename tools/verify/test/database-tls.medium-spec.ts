import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@desk/testing';
import { checkDatabase, countUnfinished } from '../src/verify.js';

/** The test server offers no TLS. */
const REFUSAL = 'does not support SSL';
const before = process.env['DATABASE_TLS'];
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env['DATABASE_TLS'] = 'required';
});
afterAll(async () => {
  if (before === undefined) delete process.env['DATABASE_TLS'];
  else process.env['DATABASE_TLS'] = before;
  await database.drop();
});

it('sends neither password nor leads to a database without TLS when it is required', async () => {
  const databaseUrl = database.adminUrl;
  await expect(checkDatabase({ databaseUrl })).rejects.toThrow(REFUSAL);
  await expect(countUnfinished(databaseUrl)).rejects.toThrow(REFUSAL);
});

it('cannot be weakened by the URL', async () => {
  const databaseUrl = `${database.adminUrl}?sslmode=disable`;
  await expect(checkDatabase({ databaseUrl })).rejects.toThrow(REFUSAL);
  await expect(countUnfinished(databaseUrl)).rejects.toThrow(REFUSAL);
});
