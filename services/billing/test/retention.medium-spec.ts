import { createServiceDatabase, runRetention, type TestDatabase } from '@desk/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { database, migrations } from '../src/database/data-source.js';
import { retentionRules } from '../src/retention/retention-rules.js';

let testDatabase: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  testDatabase = await createServiceDatabase('billing', { ...database, migrations });
  client = new pg.Client({ connectionString: testDatabase.services.billing.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await testDatabase.drop();
});

it('removes provider events 90 days after they were processed, and none that waits', async () => {
  await client.query(`
    INSERT INTO provider_events (event_id, type, summary, received_at, processed_at)
    VALUES ('evt_old', 'charge.updated', '{}', now() - interval '91 days', now() - interval '91 days'),
           ('evt_young', 'charge.updated', '{}', now() - interval '91 days', now() - interval '89 days'),
           ('evt_waiting', 'charge.updated', '{}', now() - interval '400 days', NULL)`);
  await runRetention(testDatabase.services.billing, retentionRules);
  const { rows } = await client.query('SELECT event_id FROM provider_events ORDER BY event_id');
  expect(rows).toEqual([{ event_id: 'evt_waiting' }, { event_id: 'evt_young' }]);
});
