import { randomUUID } from 'node:crypto';
import { LEAD_PRICE_CENTS, toDecimal } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readUserId } from './audit-log.js';
import type { Browser } from './browser.js';
import { Fixture } from './fixture.js';
import { type Agent, TestSystem } from './test-system.js';

const REASON = 'Asked us by phone.';
let system: TestSystem;
let fixture: Fixture;
let admin: Browser;
let buyer: Agent;
let leadId: string;

beforeAll(async () => {
  system = await TestSystem.start();
  fixture = await Fixture.create(system);
  admin = await system.createAdmin();
  buyer = await fixture.createBuyer();
  await fixture.sellLead(buyer);
  leadId = await fixture.sellLead(buyer);
});
afterAll(() => system.stop());

const pageOf = (id: string) => admin.get(`/api/admin/users/${id}`);
const auditOf = (id: string, actorId: string) =>
  system.query<{ action: string; newValue: object }>(
    'accounts',
    `SELECT action, new_value AS "newValue" FROM audit_events
      WHERE user_id = $1 AND actor_id = $2 ORDER BY id`,
    [id, actorId],
  );

describe('the page of a user', () => {
  it('shows what each service knows', async () => {
    // A part that its service does not answer within two seconds is missing.
    const body = await eventually(async () => {
      const { status, body: shown } = await pageOf(buyer.id);
      expect(status).toBe(200);
      expect(shown).toMatchObject({
        user: { id: buyer.id, email: buyer.email, disabled: false },
        secondFactors: { apps: 0, passkeys: 0, recoveryCodesLeft: 0 },
        eligibility: { serviceEnabled: true, leadsToday: expect.any(Number), reason: 'waiting-for-supply' },
        filters: { filters: { states: [], hours: [] } },
        report: { days: 7, received: 2, outcomes: [{ outcome: 'yours', count: 2 }] },
        card: { card: { last4: expect.stringMatching(/^\d{4}$/) }, usable: true },
        channels: [],
        browsers: [],
        leads: { total: 2 },
        payments: { total: 2, amount: toDecimal(2 * LEAD_PRICE_CENTS) },
        deliveries: [{ status: 'sent' }, { status: 'sent' }],
      });
      return shown;
    });
    expect(body['eligibility']).not.toHaveProperty('changeNumber');
    expect(JSON.stringify(body['leads'])).not.toContain('@');
  });

  it('shows on which browsers the user allowed notifications, without what identifies a browser', async () => {
    const agent = await system.registerAgent();
    await system.query(
      'notifier',
      `INSERT INTO push_subscriptions (id, user_id, endpoint_digest, name, settings)
       VALUES (gen_random_uuid(), $1, 'digest', 'Chrome on Windows', 'enc:1')`,
      [agent.id],
    );
    const { body } = await pageOf(agent.id);
    expect(body['browsers']).toEqual([
      expect.objectContaining({ name: 'Chrome on Windows', endedAt: null, lastNotification: null }),
    ]);
    expect(JSON.stringify(body)).not.toContain('digest');
  });

  it('shows an admin without the parts of a buyer', async () => {
    const { body } = await pageOf(await readUserId(admin));
    expect(body).toMatchObject({ user: { isAdmin: true }, eligibility: null, card: null, payments: null });
  });

  it('is not found for unknown users', async () => {
    for (const id of [randomUUID(), 'x'])
      expect(await pageOf(id)).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } });
  });

  it('is recorded in the audit log', async () => {
    const { id } = await system.registerAgent();
    await pageOf(id);
    await eventually(async () => {
      const reads = await system.query(
        'accounts',
        `SELECT 1 FROM audit_events WHERE action = 'personal-data-read'
            AND new_value ->> 'route' = 'GET /api/admin/users/:userId' AND new_value -> 'subject' ->> 'id' = $1`,
        [id],
      );
      return reads.length > 0;
    });
  });
});

describe('an admin', () => {
  it('pauses, resumes and limits an agent; the audit log names them', async () => {
    const agent = await system.registerAgent();
    const path = `/api/admin/users/${agent.id}`;
    const pause = { serviceEnabled: false, reason: REASON };
    expect((await admin.patch(`${path}/service`, pause)).status).toBe(200);
    expect((await admin.patch(`${path}/daily-limit`, { dailyLeadLimit: 9, reason: REASON })).status).toBe(
      200,
    );
    expect((await pageOf(agent.id)).body['eligibility']).toMatchObject({
      serviceEnabled: false,
      reason: 'paused',
      dailyLeadLimit: 9,
    });
    const actor = await readUserId(admin);
    await eventually(async () => (await auditOf(agent.id, actor)).length === 2);
    expect(await auditOf(agent.id, actor)).toEqual([
      { action: 'service-changed', newValue: { serviceEnabled: false, reason: REASON } },
      { action: 'daily-limit-changed', newValue: { dailyLeadLimit: 9, reason: REASON } },
    ]);
    expect((await admin.patch(`${path}/service`, { ...pause, serviceEnabled: true })).status).toBe(200);
    expect((await pageOf(agent.id)).body['eligibility']).toMatchObject({ serviceEnabled: true });
  });

  it('shows only the host of a webhook', async () => {
    const agent = await system.registerOwner();
    const url = 'https://hooks.example.com/services/T1?key=secret';
    expect((await agent.browser.post('/api/channels/webhook', { url })).status).toBe(200);
    const { body: own } = await agent.browser.get<object[]>('/api/channels');
    expect(own).toMatchObject([{ kind: 'webhook', address: url }]);
    const { channels } = (await pageOf(agent.id)).body;
    expect(channels).toMatchObject([{ kind: 'webhook', address: 'hooks.example.com' }]);
  });

  it('disables an account, which ends its sessions, and enables it again', async () => {
    const agent = await system.registerAgent();
    const act = (action: string) =>
      admin.post(`/api/admin/users/${agent.id}/account`, { action, reason: REASON });
    expect(await act('disable')).toMatchObject({ status: 200, body: { changed: true } });
    expect(await act('disable')).toMatchObject({ status: 200, body: { changed: false } });
    expect((await agent.browser.get('/api/auth/user')).status).toBe(401);
    expect((await pageOf(agent.id)).body['disabledAt']).toEqual(expect.any(String));
    expect(await act('enable')).toMatchObject({ status: 200, body: { changed: true } });
  });

  it('must give a reason, and leaves their own account alone', async () => {
    const agent = await system.registerAgent();
    const own = await readUserId(admin);
    for (const reason of [undefined, '', '   ', 'x'.repeat(501)]) {
      const body = { action: 'disable', reason };
      expect((await admin.post(`/api/admin/users/${agent.id}/account`, body)).status).toBe(422);
    }
    const action = { action: 'disable', reason: REASON };
    expect(await admin.post(`/api/admin/users/${own}/account`, action)).toMatchObject({
      status: 409,
      body: { code: 'OWN_ACCOUNT' },
    });
    const limit = { dailyLeadLimit: 9, reason: REASON };
    expect((await admin.patch(`/api/admin/users/${own}/daily-limit`, limit)).status).toBe(404);
  });

  it('must have signed in a short time ago', async () => {
    const agent = await system.registerAgent();
    const own = await readUserId(admin);
    await system.setMinutesSinceProof(11, own);
    const answer = await admin.post(`/api/admin/users/${agent.id}/account`, {
      action: 'disable',
      reason: REASON,
    });
    expect(answer).toMatchObject({ status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } });
    await system.setMinutesSinceProof(0, own);
  });
});

it('still shows a lead and a user while other services are down', async () => {
  const getLead = () => admin.get(`/api/admin/leads/${leadId}`);
  expect((await getLead()).body).toMatchObject({ unavailable: [], offers: [{ deliveries: { length: 1 } }] });
  for (const name of ['billing', 'notifier']) await system.processes.get(name)?.stop();
  expect((await getLead()).body).toMatchObject({
    unavailable: ['billing', 'notifier'],
    offers: [{ purchase: null, deliveries: [] }],
  });
  await system.processes.get('lead-router')?.stop();
  const { status, body } = await pageOf(buyer.id);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    user: { id: buyer.id },
    eligibility: null,
    filters: null,
    report: null,
    card: null,
    channels: null,
    leads: null,
    payments: null,
    deliveries: null,
  });
});
