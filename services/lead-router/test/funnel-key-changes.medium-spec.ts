import { type PayloadOf, recordFunnelKeyChange } from '@desk/contracts';
import { createDataSource } from '@desk/service-kit';
import { eventually, openPublished } from '@desk/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { database } from '../src/database/data-source.js';
import { FunnelKeys } from '../src/funnels/funnel-keys.js';
import { type LeadRouter, startLeadRouter } from './lead-router.harness.js';

type Change = PayloadOf<typeof recordFunnelKeyChange>;

let router: LeadRouter;
let dataSource: DataSource;
let keys: FunnelKeys;

beforeAll(async () => {
  router = await startLeadRouter([{}, {}]);
  dataSource = await createDataSource({ ...database, url: router.databaseUrl }).initialize();
  keys = new FunnelKeys(dataSource, 'ada');
});
afterAll(async () => {
  await dataSource.destroy();
  await router.stop();
});

/** Returns the changes published for the audit log. They stay in the outbox, because no consumer runs here. */
async function listPublished(funnelId: string): Promise<Change[]> {
  const rows = await router.query<{ id: string; queue: string; sealed: string }>(
    'SELECT message_id AS id, queue, sealed FROM outbox WHERE name = $1',
    [recordFunnelKeyChange.name],
  );
  return rows
    .map((row) => openPublished(row).payload as Change)
    .filter((change) => change.funnelId === funnelId)
    .toSorted((a, b) => a.at.localeCompare(b.at));
}
async function createFunnel(name: string) {
  const key = await keys.create(name);
  const [row] = await router.query<{ id: string }>('SELECT id FROM funnels WHERE name = $1', [name]);
  return { key, funnelId: row?.id ?? '' };
}

it('publishes each change of a key once, with its operator, never the key', async () => {
  const { key, funnelId } = await createFunnel('Spring funnel');
  const next = await keys.add(funnelId);
  await keys.revoke(key);
  // Already revoked: nothing changes.
  await keys.revoke(key);
  await eventually(async () => (await listPublished(funnelId)).length === 3);
  expect(await router.query('SELECT 1 FROM funnel_key_changes WHERE funnel_id = $1', [funnelId])).toEqual([]);
  const published = await listPublished(funnelId);
  expect(published).toMatchObject([
    { action: 'funnel-key-created', keyPrefix: key.slice(0, 8), operator: 'ada' },
    { action: 'funnel-key-created', keyPrefix: next.slice(0, 8), operator: 'ada' },
    { action: 'funnel-key-revoked', keyPrefix: key.slice(0, 8), operator: 'ada' },
  ]);
  expect(JSON.stringify(published)).not.toContain(key);
});

it('publishes changes made by hand with the database role', async () => {
  const { funnelId } = await createFunnel('By hand');
  const [role] = await router.query<{ name: string }>('SELECT session_user AS name');
  await router.query('UPDATE funnel_keys SET revoked_at = now() WHERE funnel_id = $1', [funnelId]);
  await router.query('DELETE FROM funnel_keys WHERE funnel_id = $1', [funnelId]);
  await eventually(async () => (await listPublished(funnelId)).length === 3);
  expect(await listPublished(funnelId)).toMatchObject([
    { action: 'funnel-key-created', operator: 'ada' },
    { action: 'funnel-key-revoked', operator: role?.name },
    { action: 'funnel-key-deleted', operator: role?.name },
  ]);
});
