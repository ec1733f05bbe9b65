import { randomUUID } from 'node:crypto';
import { currentContext } from '@desk/bullmq-transport';
import { type Route, routes } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { RunningGateway } from '../src/start-gateway.js';
import { readUserId } from './audit-log.js';
import { Browser } from './browser.js';
import { Fixture } from './fixture.js';
import { addKey, createFunnel } from './funnels.js';
import { type Agent, TestSystem } from './test-system.js';

interface AuditEvent {
  id: string;
  action: string;
  actorId: string | null;
  userId: string | null;
  address: string | null;
  network: string | null;
  requestId: string | null;
  operator: string | null;
  newValue: { route?: string; subject?: unknown } | null;
}

const MINUTE_MS = 60_000;
const minuteNow = (): number => Math.floor(Date.now() / MINUTE_MS);

let system: TestSystem;
let fixture: Fixture;
let admin: Browser;
let adminId: string;
let secondGateway: RunningGateway;
const logLines: Record<string, unknown>[] = [];

beforeAll(async () => {
  system = await TestSystem.start();
  fixture = await Fixture.create(system);
  admin = await system.createAdmin();
  adminId = await readUserId(admin);
  const write = (line: string): unknown => logLines.push(JSON.parse(line) as Record<string, unknown>);
  const mixin = () => ({ correlationId: currentContext()?.correlationId });
  secondGateway = await system.startSecondGateway(pino({ mixin }, { write }));
});
afterAll(() => system.stop());

/** The same session at the other gateway. */
const atSecondGateway = (browser: Browser): Browser => browser.copy(secondGateway.url);
const from = (address: string, requestId: string = randomUUID()) => ({
  'x-forwarded-for': address,
  'x-request-id': requestId,
});
const listEvents = async (query: string): Promise<AuditEvent[]> =>
  (await admin.get<AuditEvent[]>(`/api/admin/audit?pageSize=200&${query}`)).body;
const findEvents = async (query: string, action: string, route?: string): Promise<AuditEvent[]> =>
  (await listEvents(query)).filter(
    (event) => event.action === action && (route === undefined || event.newValue?.route === route),
  );

it('lists the log page after page', async () => {
  const url = '/api/admin/audit?pageSize=1';
  const first = await admin.get<AuditEvent[]>(url);
  const [, next = ''] = /<(.*)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? [];
  const [newest] = first.body;
  expect(next).toBe(`${url}&before=${newest?.id}`);
  const second = await admin.get<AuditEvent[]>(next);
  expect(second.body).toHaveLength(1);
  expect(Number(second.body[0]?.id)).toBeLessThan(Number(newest?.id));
  expect((await admin.get(`${url}&before=0`)).status).toBe(422);
  expect((await admin.get(`${url}&before=1`)).headers.get('link')).toBeNull();
});

/** Posts something that cannot become a lead to a private address, and returns the id of the held post. */
async function holdPost(): Promise<string> {
  const { funnel } = await createFunnel(admin);
  const key = await addKey(admin, funnel, 'address');
  await fetch(`${system.gateway.url}/api/ingest/in/${key}`, { method: 'POST', body: '{}' });
  const url = `/api/admin/held-posts?funnel=${funnel.id}`;
  const { body } = await admin.get<{ posts: { id: string }[] }>(url);
  return body.posts[0]?.id ?? '';
}

/** What a route needs besides its path. */
const queries: Readonly<Record<string, string>> = {
  [routes.getAgentsReport.path]: '?from=2026-01-01&to=2026-01-31',
  [routes.listEligibleBuyers.path]: '?state=TX&leadType=Fixed',
};

describe('reads of personal data by an admin', () => {
  it('are recorded for every such route, with network and request id', async () => {
    const buyer = await fixture.createBuyer();
    const leadId = await fixture.sellLead(buyer, { full_name: 'Wanda Hale' });
    const report = { reason: 'wrong-number', details: 'Rings at a bakery' };
    const { body: reported } = await buyer.browser.post<{ id: string }>(
      `/api/leads/${leadId}/problem-reports`,
      report,
    );
    const ids: Readonly<Record<string, string>> = {
      leadId,
      userId: buyer.id,
      reportId: reported.id,
      postId: await holdPost(),
    };
    const audited = Object.values<Route>(routes).filter(
      ({ access, audit, method }) => access === 'admin' && audit === 'personal-data' && method === 'GET',
    );
    expect(audited.length).toBeGreaterThan(5);
    for (const { path } of audited) {
      const requestId = randomUUID();
      const url = path.replace(/:(\w+)/, (_, name: string) => ids[name] ?? '') + (queries[path] ?? '');
      expect((await admin.get(url, from('203.0.113.9', requestId))).status).toBe(200);
      const event = await eventually(async () => {
        const found = await findEvents(`userId=${adminId}`, 'personal-data-read', `GET ${path}`);
        return found.find(({ network }) => network === '203.0.113.0/24') ?? false;
      });
      const by = { actorId: adminId, userId: adminId, address: null, operator: null };
      expect(event).toMatchObject({ ...by, requestId });
    }
    const timeline = await findEvents(
      `userId=${adminId}`,
      'personal-data-read',
      'GET /api/admin/leads/:leadId',
    );
    expect(timeline[0]?.newValue).toEqual({
      route: 'GET /api/admin/leads/:leadId',
      subject: { kind: 'lead', id: leadId },
    });
    expect(JSON.stringify(await listEvents(`userId=${adminId}`))).not.toContain('Wanda');
  });

  it('are recorded once a minute, whichever gateway answers, under the first request', async () => {
    const address = '198.51.100.20';
    const firstId = randomUUID();
    const startedIn = minuteNow();
    await admin.get('/api/admin/users?search=one', from(address, firstId));
    const ofNetwork = async () =>
      (await findEvents(`userId=${adminId}`, 'personal-data-read', 'GET /api/admin/users')).filter(
        ({ network }) => network === '198.51.100.0/24',
      );
    await eventually(async () => (await ofNetwork()).length > 0);
    for (let round = 0; round < 3; round += 1)
      for (const browser of [admin, atSecondGateway(admin)])
        await browser.get('/api/admin/users?search=two', from(address));
    const other = await system.createAdmin();
    const otherId = await readUserId(other);
    // Its record is written after those above, at the same gateway.
    await atSecondGateway(other).get('/api/admin/users', from(address));
    await eventually(async () => (await findEvents(`userId=${otherId}`, 'personal-data-read')).length > 0);
    const events = await ofNetwork();
    expect(events.at(-1)?.requestId).toBe(firstId);
    expect(events.length).toBeLessThanOrEqual(1 + minuteNow() - startedIn);
  });

  it('are not recorded when nothing was found', async () => {
    const leadId = randomUUID();
    expect((await admin.get(`/api/admin/leads/${leadId}`)).status).toBe(404);
    await admin.get('/api/admin/payments', from('192.0.2.30'));
    await eventually(async () =>
      (await listEvents(`userId=${adminId}`)).some(({ network }) => network === '192.0.2.0/24'),
    );
    expect(JSON.stringify(await listEvents(`userId=${adminId}`))).not.toContain(leadId);
  });
});

describe('refusals', () => {
  it('by role are recorded once a minute and route, with the user', async () => {
    const agent = await system.registerAgent();
    const startedIn = minuteNow();
    for (const browser of [agent.browser, atSecondGateway(agent.browser)])
      for (let round = 0; round < 3; round += 1) {
        const path = `/api/admin/leads/${randomUUID()}`;
        expect((await browser.get(path, from('203.0.113.40'))).status).toBe(403);
      }
    await agent.browser.get('/api/admin/users');
    const refusalsOf = (route: string) => findEvents(`userId=${agent.id}`, 'access-refused', route);
    for (const route of ['GET /api/admin/users', 'GET /api/admin/leads/:leadId'])
      await eventually(async () => (await refusalsOf(route)).length > 0);
    const events = await refusalsOf('GET /api/admin/leads/:leadId');
    expect(events.length).toBeLessThanOrEqual(1 + minuteNow() - startedIn);
    expect(events[0]).toMatchObject({
      actorId: agent.id,
      network: '203.0.113.0/24',
      requestId: expect.any(String),
    });
  });

  it('of an admin on routes for agents are recorded', async () => {
    expect((await admin.get('/api/dashboard')).status).toBe(403);
    await eventually(
      async () => (await findEvents(`userId=${adminId}`, 'access-refused', 'GET /api/dashboard')).length > 0,
    );
  });

  it('of requests from other sites are recorded once a minute and network', async () => {
    const startedIn = minuteNow();
    const headers = { ...from('2001:db8:99::1'), 'sec-fetch-site': 'cross-site' };
    for (const browser of [system.openBrowser(), new Browser(secondGateway.url)])
      for (const path of ['/api/auth/login', '/api/check-email', '/api/auth/logout'])
        expect((await browser.post(path, {}, headers)).status).toBe(403);
    const ofNetwork = async () =>
      (await findEvents('', 'cross-site-refused')).filter(({ network }) => network === '2001:db8:99::/48');
    await eventually(async () => (await ofNetwork()).length > 0);
    const events = await ofNetwork();
    expect(events.length).toBeLessThanOrEqual(1 + minuteNow() - startedIn);
    expect(events[0]).toMatchObject({ actorId: null, userId: null, address: null });
  });
});

describe('exports', () => {
  const exportsOf = ({ id }: Agent) => findEvents(`userId=${id}`, 'data-exported', 'GET /api/leads/export');

  it('are each recorded before they are answered', async () => {
    const agent = await system.registerAgent();
    for (const [index, browser] of [agent.browser, atSecondGateway(agent.browser)].entries()) {
      const requestId = randomUUID();
      const answer = await browser.get('/api/leads/export', from('203.0.113.50', requestId));
      expect(answer.status).toBe(200);
      const events = await exportsOf(agent);
      expect(events).toHaveLength(index + 1);
      expect(events[0]).toMatchObject({ actorId: agent.id, network: '203.0.113.0/24', requestId });
    }
  });

  it('are not recorded when the request is invalid', async () => {
    const agent = await system.registerAgent();
    expect((await agent.browser.get('/api/leads/export?days=x')).status).toBe(422);
    expect(await exportsOf(agent)).toEqual([]);
  });

  it('are refused while they cannot be recorded', async () => {
    const agent = await system.registerAgent();
    const alter = (change: string) => system.query('accounts', `ALTER TABLE audit_events ${change}`);
    await alter("ADD CONSTRAINT no_exports CHECK (action <> 'data-exported') NOT VALID");
    try {
      const answer = await agent.browser.get('/api/leads/export');
      expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      expect((await agent.browser.get('/api/leads')).status).toBe(200);
    } finally {
      await alter('DROP CONSTRAINT no_exports');
    }
    expect((await agent.browser.get('/api/leads/export')).status).toBe(200);
    expect(await exportsOf(agent)).toHaveLength(1);
  });
});

describe('changes from the command line', () => {
  it('of accounts name their operator', async () => {
    const email = `${randomUUID()}@example.com`;
    await system.runAdminCli(['create', email], {
      ADMIN_PASSWORD: 'crimson meadow 42',
      DESK_OPERATOR: 'ada',
    });
    const [user] = await system.query<{ id: string }>('accounts', 'SELECT id FROM users WHERE email = $1', [
      email,
    ]);
    expect(await findEvents(`userId=${user?.id ?? ''}`, 'admin-created')).toMatchObject([
      { actorId: null, operator: 'ada' },
    ]);
  });

  it('of funnel keys are recorded with key prefix and operator, never the key', async () => {
    const as = { DESK_OPERATOR: 'grace' };
    const key = await system.runFunnelCli(['create', 'Winter funnel'], as);
    const [funnel] = await system.query<{ id: string }>(
      'lead-router',
      "SELECT id FROM funnels WHERE name = 'Winter funnel'",
    );
    const next = await system.runFunnelCli(['add-key', funnel?.id ?? ''], as);
    await system.runFunnelCli(['revoke', key], as);
    const events = await eventually(async () => {
      const found = (await listEvents('')).filter(({ operator }) => operator === 'grace');
      return found.length === 3 && found;
    });
    expect(events.map(({ action }) => action).toSorted()).toEqual([
      'funnel-key-created',
      'funnel-key-created',
      'funnel-key-revoked',
    ]);
    expect(events.find(({ action }) => action === 'funnel-key-revoked')?.newValue).toMatchObject({
      subject: { kind: 'funnel' },
      keyPrefix: key.slice(0, 8),
    });
    expect(JSON.stringify(events)).not.toContain(key);
    const post = (funnelKey: string) =>
      system.openBrowser().post('/api/ingest/leads', {}, { 'x-funnel-key': funnelKey });
    expect([(await post(key)).status, (await post(next)).status]).toEqual([401, 422]);
  });
});

it('logs each request with user id, truncated network and request id, without the address', async () => {
  const agent = await system.registerAgent();
  const requestId = randomUUID();
  await atSecondGateway(agent.browser).get('/api/leads?search=wanda', from('203.0.113.77', requestId));
  const line = await eventually(() => logLines.find(({ userId }) => userId === agent.id) ?? false);
  expect(line).toMatchObject({
    msg: 'request',
    method: 'GET',
    route: '/api/leads',
    status: 200,
    network: '203.0.113.0/24',
    correlationId: requestId,
  });
  expect(JSON.stringify(logLines)).not.toMatch(/203\.0\.113\.77|wanda|@example\.com/);
});
