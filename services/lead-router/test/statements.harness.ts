import { randomUUID } from 'node:crypto';
import { runMigrations } from '@desk/service-kit';
import { createTestDatabase } from '@desk/testing';
import pg from 'pg';
import { database, migrations } from '../src/database/data-source.js';

export interface StatementsHarness {
  readonly client: pg.Client;
  readonly funnelId: string;
  readonly stop: () => Promise<void>;
}

/** A database for tests that execute the service's statements at times they choose. No service runs, so nothing else reads the clock. */
export async function startStatements(): Promise<StatementsHarness> {
  const db = await createTestDatabase();
  const { url, ownerUrl } = db.services['lead-router'];
  await runMigrations({ ...database, migrations, url: ownerUrl });
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
