import type { ServiceName } from '@desk/contracts';
import { createServiceDatabase } from '@desk/testing';
import { expect, test } from '@jest/globals';
import pg from 'pg';
import * as billing from '../../../services/billing/src/database/data-source.js';
import * as leadRouter from '../../../services/lead-router/src/database/data-source.js';
import * as notifier from '../../../services/notifier/src/database/data-source.js';

const settings = { 'lead-router': leadRouter, billing, notifier };

/** Tables that grow with the number of leads. */
const growingTables: readonly [service: keyof typeof settings & ServiceName, tables: readonly string[]][] = [
  [
    'lead-router',
    [
      'leads',
      'lead_search',
      'lead_offers',
      'sold_leads',
      'lead_fingerprints',
      'consent_records',
      'buyer_feed',
      'inbox',
    ],
  ],
  ['billing', ['purchases', 'provider_events', 'documents', 'balance_transactions', 'inbox']],
  ['notifier', ['deliveries', 'delivery_attempts', 'inbox']],
];

test.each(growingTables)(
  'growing tables of %s are vacuumed and analyzed after one row in a hundred changed',
  async (service, tables) => {
    const { database, migrations } = settings[service];
    const testDatabase = await createServiceDatabase(service, { ...database, migrations });
    const client = new pg.Client({ connectionString: testDatabase.services[service].url });
    await client.connect();
    try {
      const { rows } = await client.query<{ table: string; options: string[] | null }>(
        `SELECT relname AS table, reloptions AS options FROM pg_class
          WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname = ANY ($1)`,
        [tables],
      );
      expect(rows.map(({ table }) => table).toSorted()).toEqual(tables.toSorted());
      for (const { table, options } of rows)
        expect([table, options]).toEqual([
          table,
          expect.arrayContaining([
            'autovacuum_vacuum_scale_factor=0.01',
            'autovacuum_vacuum_insert_scale_factor=0.01',
            'autovacuum_analyze_scale_factor=0.01',
          ]),
        ]);
    } finally {
      await client.end();
      await testDatabase.drop();
    }
  },
);
