import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { nothingStuck } from '../src/nothing-stuck.js';
import { listIndexesUsed } from './plan-reads.js';
import { PlantedDatabase } from './planted-database.js';

let database: PlantedDatabase;

beforeAll(async () => {
  database = await PlantedDatabase.create();
});
afterAll(() => database.drop());

it('finds open offers through an index of open offers only', async () => {
  await database.client.query('SET enable_seqscan = off');
  expect(await listIndexesUsed(database.client, nothingStuck.sql)).toContain('lead_offers_open');
});
