import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createServiceDatabase, probeTableRights, type TestDatabase } from '@desk/testing';
import { database, migrations } from '../src/database/data-source.js';

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createServiceDatabase('billing', { ...database, migrations });
});
afterAll(() => testDatabase.drop());

test('billing may change and delete what its tables list, and nothing else', async () => {
  const sorted = Object.fromEntries(
    Object.entries<{ update?: true | readonly string[]; delete?: true }>(database.tables).map(
      ([table, { update, ...rights }]) => [
        table,
        { ...rights, ...(update && { update: update === true ? true : update.toSorted() }) },
      ],
    ),
  );
  expect(await probeTableRights(testDatabase, 'billing')).toEqual(sorted);
});
