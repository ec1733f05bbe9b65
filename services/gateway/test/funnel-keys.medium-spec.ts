import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { FunnelWithKey } from '@desk/contracts';
import { eventually } from '@desk/testing';
import type { RunningGateway } from '../src/start-gateway.js';
import { Browser } from './browser.js';
import { addKey, changeFunnel, createFunnel } from './funnels.js';
import { createLead } from './lead-bodies.js';
import { TestSystem } from './test-system.js';

const URL_PATH = '/api/ingest/leads';
let system: TestSystem;
let second: RunningGateway;
let admin: Browser;
let client: Browser;

beforeAll(async () => {
  system = await TestSystem.start();
  second = await system.startSecondGateway();
  admin = await system.createAdmin();
  client = system.openBrowser();
});
afterAll(() => system.stop());

/** Posts a new lead at every gateway and returns the statuses. */
function postEverywhere(key: string): Promise<number[]> {
  const headers = { 'x-funnel-key': key };
  const posts = [client, new Browser(second.url)].map((browser) =>
    browser.post(URL_PATH, createLead(), headers),
  );
  return Promise.all(posts.map(async (answer) => (await answer).status));
}

const broadcasting = (): NodeJS.ProcessEnv => ({
  REDIS_URL: system.redis.url,
  REDIS_PREFIX: system.redis.prefix,
});

it.each([
  ['with the broadcast', true],
  ['when the broadcast is lost', false],
])('a revoked key is refused by every gateway at once, %s', async (_how, isBroadcast) => {
  const key = await system.runFunnelCli(['create', `Funnel ${String(isBroadcast)}`]);
  // Both gateways have cached the key now.
  expect(await postEverywhere(key)).toEqual([201, 201]);
  const output = await system.runFunnelCli(['revoke', key], isBroadcast ? broadcasting() : {});
  expect(output).toBe(isBroadcast ? 'revoked; 2 gateways notified' : 'revoked');
  expect(await postEverywhere(key)).toEqual([401, 401]);
});

it('a second key lets a funnel change over before the first is revoked', async () => {
  const first = await system.runFunnelCli(['create', 'Changing funnel']);
  const list = await system.runFunnelCli(['list']);
  const funnelId = list
    .split('\n')
    .find((line) => line.endsWith('Changing funnel'))
    ?.split('  ')[3];
  const next = await system.runFunnelCli(['add-key', funnelId ?? '']);
  expect(await postEverywhere(next)).toEqual([201, 201]);
  await system.runFunnelCli(['revoke', first], broadcasting());
  expect(await postEverywhere(next)).toEqual([201, 201]);
  expect(await postEverywhere(first)).toEqual([401, 401]);
});

it('a publishable key posts single leads and pings from a page of its funnel, and does nothing else', async () => {
  const origin = 'https://www.publishable.example';
  const { funnel } = await createFunnel(admin, { allowedOrigins: [origin] });
  const path = `/api/admin/funnels/${funnel.id}/keys`;
  const added = await admin.post<FunnelWithKey>(path, { kind: 'publishable' });
  expect(added.status).toBe(201);
  const { key } = added.body;
  expect(key).toMatch(/^fnp_/);
  expect(added.body.funnel.keys.map(({ kind }) => kind)).toEqual(['server', 'publishable']);

  const headers = { 'x-funnel-key': key, origin };
  const posted = await client.post(URL_PATH, createLead(), headers);
  expect(posted.status).toBe(201);
  expect(posted.headers.get('access-control-allow-origin')).toBe(origin);
  const facts = { state: 'NY', lead_type: 'Fixed', age: 66, assets: '250000' };
  expect((await client.post('/api/ingest/ping', facts, headers)).status).toBe(200);
  for (const refusedOrigin of [{}, { origin: 'https://other.example' }, { origin: 'null' }])
    expect(
      await client.post(URL_PATH, createLead(), { 'x-funnel-key': key, ...refusedOrigin }),
    ).toMatchObject({ status: 403, body: { code: 'ORIGIN_NOT_ALLOWED' } });
  for (const refused of [
    await client.post(`${URL_PATH}/batch`, { leads: [createLead()] }, headers),
    await client.get(`${URL_PATH}/${String(posted.body['lead_id'])}`, headers),
  ])
    expect(refused).toMatchObject({ status: 403, body: { code: 'SERVER_KEY_REQUIRED' } });

  // Two of each kind work at once.
  expect((await admin.post(path, { kind: 'publishable' })).status).toBe(201);
  expect((await admin.post(path, { kind: 'server' })).status).toBe(201);
  for (const kind of ['server', 'publishable'])
    expect(await admin.post(path, { kind })).toMatchObject({ status: 409 });
});

it("a report key reads its funnel's counts and posts test leads, also of a paused funnel, and does nothing else", async () => {
  const { funnel, key: serverKey } = await createFunnel(admin);
  const key = await addKey(admin, funnel, 'report');
  expect(key).toMatch(/^fnr_/);
  const headers = { 'x-funnel-key': key };
  const unknown = { status: 401, body: { code: 'UNKNOWN_FUNNEL_KEY' } };
  expect(await client.post(URL_PATH, createLead(), headers)).toMatchObject(unknown);
  expect(await client.post(`/api/ingest/in/${key}`, createLead())).toMatchObject(unknown);
  const readWith = (reportKey: string) => client.get('/api/ingest/report', { 'x-funnel-key': reportKey });
  expect(await readWith(serverKey)).toMatchObject(unknown);
  expect(await readWith(key)).toMatchObject({
    status: 200,
    body: { name: 'Retire Safe', mode: 'live', report: { leads: { accepted: 0 } } },
  });

  const { keys } = await changeFunnel(admin, funnel, { mode: 'paused' });
  const answer = await client.post('/api/ingest/report/test-lead', createLead(), headers);
  expect(answer).toMatchObject({ status: 200, body: { status: 'accepted', test: true } });
  expect(await client.post('/api/ingest/report/test-lead', {}, headers)).toMatchObject({ status: 422 });
  expect(await readWith(key)).toMatchObject({ body: { mode: 'paused', report: { leads: { accepted: 0 } } } });

  const keyId = keys.find(({ kind }) => kind === 'report')?.id;
  expect((await admin.post(`/api/admin/funnels/${funnel.id}/revoke-key`, { keyId })).status).toBe(200);
  await eventually(async () => (await readWith(key)).status === 401);
});
