import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Funnel, FunnelWithKey } from '@desk/contracts';
import type { Browser } from './browser.js';
import { createLead } from './lead-bodies.js';
import { TestSystem } from './test-system.js';

const origin = 'https://www.publishable.example';
let system: TestSystem;
let admin: Browser;
let client: Browser;

beforeAll(async () => {
  system = await TestSystem.start();
  admin = await system.createAdmin();
  client = system.openBrowser();
});
afterAll(() => system.stop());

const post = (key: string, headers: Record<string, string>) =>
  client.post('/api/ingest/leads', createLead(), { 'x-funnel-key': key, ...headers });

it('a publishable key posts single leads and pings from a page of its funnel, and does nothing else', async () => {
  const created = await admin.post<FunnelWithKey>('/api/admin/funnels', { name: 'Retire Safe' });
  const { id, createdAt: _at, keys: _keys, ...settings } = created.body.funnel;
  const live = { ...settings, mode: 'live', allowedOrigins: [origin] };
  expect((await admin.patch<Funnel>(`/api/admin/funnels/${id}`, live)).status).toBe(200);
  const path = `/api/admin/funnels/${id}/keys`;
  const added = await admin.post<FunnelWithKey>(path, { kind: 'publishable' });
  expect(added.status).toBe(201);
  const { key } = added.body;
  expect(key).toMatch(/^fnp_/);
  expect(added.body.funnel.keys.map(({ kind }) => kind)).toEqual(['server', 'publishable']);

  const posted = await post(key, { origin });
  expect(posted.status).toBe(201);
  expect(posted.headers.get('access-control-allow-origin')).toBe(origin);
  for (const refusedOrigin of [undefined, 'https://other.example', 'null'])
    expect(await post(key, refusedOrigin === undefined ? {} : { origin: refusedOrigin })).toMatchObject({
      status: 403,
      body: { code: 'ORIGIN_NOT_ALLOWED' },
    });
  const headers = { 'x-funnel-key': key, origin };
  for (const refused of [
    await client.post('/api/ingest/leads/batch', { leads: [createLead()] }, headers),
    await client.get(`/api/ingest/leads/${String(posted.body['lead_id'])}`, headers),
  ])
    expect(refused).toMatchObject({ status: 403, body: { code: 'SERVER_KEY_REQUIRED' } });

  // Two of each kind work at once.
  expect((await admin.post(path, { kind: 'publishable' })).status).toBe(201);
  expect((await admin.post(path, { kind: 'server' })).status).toBe(201);
  for (const kind of ['server', 'publishable'])
    expect(await admin.post(path, { kind })).toMatchObject({ status: 409 });
});
