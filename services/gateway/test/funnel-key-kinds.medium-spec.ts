import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Funnel, FunnelWithKey } from '@desk/contracts';
import { eventually } from '@desk/testing';
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

it("a report key reads its funnel's counts and posts test leads, also of a paused funnel, and does nothing else", async () => {
  const created = await admin.post<FunnelWithKey>('/api/admin/funnels', { name: 'Retire Calm' });
  const { id, createdAt: _at, keys: _keys, version: _version, ...settings } = created.body.funnel;
  const setMode = async (mode: string) =>
    expect((await admin.patch(`/api/admin/funnels/${id}`, { ...settings, mode })).status).toBe(200);
  await setMode('live');
  const added = await admin.post<FunnelWithKey>(`/api/admin/funnels/${id}/keys`, { kind: 'report' });
  const { key } = added.body;
  expect(key).toMatch(/^fnr_/);
  const headers = { 'x-funnel-key': key };
  const unknown = { status: 401, body: { code: 'UNKNOWN_FUNNEL_KEY' } };
  expect(await client.post('/api/ingest/leads', createLead(), headers)).toMatchObject(unknown);
  expect(await client.post(`/api/ingest/in/${key}`, createLead())).toMatchObject(unknown);
  const readWith = (reportKey: string) => client.get('/api/ingest/report', { 'x-funnel-key': reportKey });
  expect(await readWith(created.body.key)).toMatchObject(unknown);
  expect(await readWith(key)).toMatchObject({
    status: 200,
    body: { name: 'Retire Calm', mode: 'live', report: { leads: { accepted: 0 } } },
  });

  await setMode('paused');
  const answer = await client.post('/api/ingest/report/test-lead', createLead(), headers);
  expect(answer).toMatchObject({ status: 200, body: { status: 'accepted', test: true } });
  expect(await client.post('/api/ingest/report/test-lead', {}, headers)).toMatchObject({ status: 422 });
  expect(await readWith(key)).toMatchObject({ body: { mode: 'paused', report: { leads: { accepted: 0 } } } });

  const keyId = added.body.funnel.keys.find(({ kind }) => kind === 'report')?.id;
  expect((await admin.post(`/api/admin/funnels/${id}/revoke-key`, { keyId })).status).toBe(200);
  await eventually(async () => (await readWith(key)).status === 401);
});
