import { createHash, randomUUID } from 'node:crypto';
import type { Funnel, FunnelKeyKind, FunnelSettings, FunnelWithKey } from '@desk/contracts';
import type { Browser } from './browser.js';
import type { TestSystem } from './test-system.js';

/** Inserts a live funnel with this key. Returns its id. */
export async function insertFunnel(system: TestSystem, key: string): Promise<string> {
  const id = randomUUID();
  const hash = createHash('sha256').update(key).digest('hex');
  await system.query('lead-router', "INSERT INTO funnels (id, name) VALUES ($1, 'Autumn funnel')", [id]);
  await system.query('lead-router', 'INSERT INTO funnel_keys VALUES ($1, $2, $3)', [
    hash,
    id,
    key.slice(0, 8),
  ]);
  return id;
}

/** Creates a funnel as an admin does, which is live unless `changes` say otherwise. */
export async function createFunnel(
  admin: Browser,
  changes: Partial<FunnelSettings> = {},
): Promise<FunnelWithKey> {
  const { status, body } = await admin.post<FunnelWithKey>('/api/admin/funnels', { name: 'Retire Safe' });
  if (status !== 201) throw new Error(`funnel not created: ${JSON.stringify(body)}`);
  return { funnel: await changeFunnel(admin, body.funnel, { mode: 'live', ...changes }), key: body.key };
}

export async function changeFunnel(
  admin: Browser,
  { id, createdAt: _createdAt, keys: _keys, ...settings }: Funnel,
  changes: Partial<FunnelSettings>,
): Promise<Funnel> {
  const { status, body } = await admin.patch<Funnel>(`/api/admin/funnels/${id}`, { ...settings, ...changes });
  if (status !== 200) throw new Error(`funnel not changed: ${JSON.stringify(body)}`);
  return body;
}

export async function addKey(admin: Browser, { id }: Funnel, kind: FunnelKeyKind): Promise<string> {
  const { status, body } = await admin.post<FunnelWithKey>(`/api/admin/funnels/${id}/keys`, { kind });
  if (status !== 201) throw new Error(`key not added: ${JSON.stringify(body)}`);
  return body.key;
}

export async function countLeads(system: TestSystem, funnelId: string): Promise<number> {
  const sql = 'SELECT count(*)::int AS count FROM leads WHERE funnel_id = $1';
  const [row] = await system.query<{ count: number }>('lead-router', sql, [funnelId]);
  return row?.count ?? 0;
}
