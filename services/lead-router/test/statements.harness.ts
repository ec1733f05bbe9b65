import { randomUUID } from 'node:crypto';
import { createServiceDatabase } from '@desk/testing';
import pg from 'pg';
import { database, migrations } from '../src/database/data-source.js';

export interface StatementsHarness {
  readonly client: pg.Client;
  readonly funnelId: string;
  readonly stop: () => Promise<void>;
}

/** A database for tests that execute the service's statements at times they choose. No service runs, so nothing else reads the clock. */
export async function startStatements(): Promise<StatementsHarness> {
  const db = await createServiceDatabase('lead-router', { ...database, migrations });
  const { url } = db.services['lead-router'];
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const funnelId = randomUUID();
  await client.query('INSERT INTO funnels (id, name) VALUES ($1, $2)', [funnelId, 'Test funnel']);
  return {
    client,
    funnelId,
    stop: async () => {
      await client.end();
      await db.drop();
    },
  };
}
