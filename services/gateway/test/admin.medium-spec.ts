import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { LEAD_PRICE_CENTS, toDecimal } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { findAuditEvent, readUserId } from './audit-log.js';
import type { Browser } from './browser.js';
import { Fixture } from './fixture.js';
import { TestSystem } from './test-system.js';

const PRICE = toDecimal(LEAD_PRICE_CENTS);
interface LeadPage {
  leads: { id: string; status: string; buyer: { id: string } | null }[];
  total: number | null;
  next: string | null;
}

let system: TestSystem;
let fixture: Fixture;
let admin: Browser;

beforeAll(async () => {
  system = await TestSystem.start();
  fixture = await Fixture.create(system);
  admin = await system.createAdmin();
});
afterAll(() => system.stop());

async function readFunnelId(): Promise<string> {
  const { body } = await admin.get<{ funnels: { id: string; name: string }[] }>('/api/admin/funnels');
  return body.funnels.find(({ name }) => name === 'Autumn funnel')?.id ?? '';
}

describe('the lead history', () => {
  it('shows the timeline of a lead, with declined offers', async () => {
    const declined = await fixture.createBuyer('pm_card_chargeCustomerFail');
    const leadId = await fixture.postLead({ full_name: 'Wanda Hale', reference: 'click-7' });
    await eventually(async () => {
      const { body } = await admin.get<{ offers: { status: string }[] }>(`/api/admin/leads/${leadId}`);
      return body.offers[0]?.status === 'declined';
    });
    const buyer = await fixture.createBuyer();
    // A part that its service does not answer within two seconds is missing.
    await eventually(async () => {
      const { body } = await admin.get(`/api/admin/leads/${leadId}`);
      expect(body).toMatchObject({
        id: leadId,
        fullName: 'Wanda Hale',
        reference: 'click-7',
        status: 'sold',
        funnelName: 'Autumn funnel',
        buyer: { id: buyer.id, firstName: 'Ada', lastName: 'Agent' },
        offers: [
          {
            status: 'declined',
            declineCode: expect.any(String),
            buyer: { id: declined.id },
            purchase: { status: 'failed', purchasedAt: null },
            deliveries: [],
          },
          {
            status: 'charged',
            buyer: { id: buyer.id },
            purchase: { status: 'succeeded', amount: PRICE },
            deliveries: [{ channel: 'email', status: 'sent', buyerId: buyer.id }],
          },
        ],
      });
    });
    for (const unknown of [randomUUID(), 'x'])
      expect(await admin.get(`/api/admin/leads/${unknown}`)).toMatchObject({
        status: 404,
        body: { code: 'LEAD_NOT_FOUND' },
      });
  });

  it('filters by status and name, in both orders, page by page', async () => {
    const buyer = await fixture.createBuyer();
    await buyer.browser.patch('/api/user/service-toggle', { serviceEnabled: false });
    const ids: string[] = [];
    for (let index = 0; index < 52; index += 1)
      ids.push(await fixture.postLead({ full_name: `Queue Waiter ${index}` }));
    const list = async (query: string) => (await admin.get<LeadPage>(`/api/admin/leads?${query}`)).body;
    const first = await list('status=available&search=waiter&order=oldest');
    expect(first.leads.map(({ id }) => id)).toEqual(ids.slice(0, 50));
    const second = await list(
      `status=available&search=waiter&order=oldest&after=${encodeURIComponent(first.next ?? '')}`,
    );
    expect(second).toMatchObject({ next: null });
    expect(second.leads.map(({ id }) => id)).toEqual(ids.slice(50));
    expect((await list('search=waiter')).leads[0]?.id).toBe(ids.at(-1));
    expect((await list('status=sold&search=waiter')).leads).toEqual([]);
    expect((await list('status=sold')).leads[0]).toMatchObject({
      status: 'sold',
      buyer: { firstName: 'Ada' },
    });
    for (const list of ['users', 'payments', 'leads'])
      expect((await admin.get(`/api/admin/${list}?search=%00`)).status).toBe(200);
    const ofFunnel = `funnel=${await readFunnelId()}`;
    const filters = `${ofFunnel}&from=2026-01-01&to=2099-12-31&state=NY&leadType=Fixed&status=unsold`;
    expect(await list(filters)).toMatchObject({ leads: { length: 50 }, total: 52 });
    expect(await list(`${filters}&campaign=@`)).toMatchObject({ total: 52 });
    for (const others of [
      'to=2026-01-01',
      'state=WY',
      'leadType=MYGA',
      'status=refunded',
      'campaign=retire-early@google',
      'campaign=Sale%20{{name}}@',
    ])
      expect(await list(`${ofFunnel}&${others}`)).toMatchObject({ leads: [], total: 0 });
    for (const [query, field] of [
      ['status=gone', 'status'],
      ['order=up', 'order'],
      ['after=x', 'after'],
      [`after=2026-02-30T00:00:00.000Z,${randomUUID()}`, 'after'],
      [`after=0000-01-01T00:00:00.000Z,${randomUUID()}`, 'after'],
      ['from=2026-02-30', 'from'],
      ['from=2026-03-02&to=2026-03-01', 'to'],
      ['funnel=x', 'funnel'],
      ['state=XX', 'state'],
      ['leadType=Annuity', 'leadType'],
      ['campaign=google', 'campaign'],
      ['campaign=a@b@google', 'campaign'],
      [`campaign=@${'x'.repeat(61)}`, 'campaign'],
    ])
      expect(await admin.get(`/api/admin/leads?${query}`)).toMatchObject({
        status: 422,
        body: { errors: [{ field }] },
      });
    // Keeps these leads from being sold to the buyers of later tests.
    await system.query('lead-router', `UPDATE leads SET status = 'expired' WHERE status = 'available'`);
  });
});

describe('the lists of users and payments', () => {
  it('are sorted by the requested order', async () => {
    const firstName = `Sort${randomUUID().slice(0, 8)}`;
    const limits = [30, 500, 7];
    for (const dailyLeadLimit of limits) {
      const { browser, email } = await system.registerAgent();
      await browser.patch('/api/user/profile', {
        firstName,
        lastName: 'X',
        phone: '2125550199',
        email,
      });
      await browser.patch('/api/user/daily-limit', { dailyLeadLimit });
    }
    const sorted = async (sort: string) =>
      (
        await admin.get<{ dailyLeadLimit: number }[]>(`/api/admin/users?search=${firstName}&sort=${sort}`)
      ).body.map(({ dailyLeadLimit }) => dailyLeadLimit);
    expect(await sorted('limit')).toEqual([500, 30, 7]);
    expect(await sorted('oldest')).toEqual(limits);
    expect((await admin.get('/api/admin/users?sort=luck')).status).toBe(422);

    const buyer = await fixture.createBuyer();
    for (let index = 0; index < 2; index += 1) await fixture.sellLead(buyer);
    const times = async (order: string) =>
      (await admin.get<{ purchasedAt: string }[]>(`/api/admin/payments?order=${order}`)).body.map(
        ({ purchasedAt }) => purchasedAt,
      );
    const oldest = await times('oldest');
    expect(oldest.length).toBeGreaterThan(1);
    expect(oldest).toEqual(oldest.toSorted());
    expect(await times('newest')).toEqual(oldest.toReversed());
    const page = await admin.get<{ purchasedAt: string }[]>('/api/admin/payments?order=oldest&pageSize=1');
    const [, next = ''] = /<(.*)>; rel="next"/.exec(page.headers.get('link') ?? '') ?? [];
    expect((await admin.get<{ purchasedAt: string }[]>(next)).body[0]?.purchasedAt).toBe(oldest[1]);
  });

  it('find a payment by the beginning of its id', async () => {
    type Payment = { stripePaymentIntentId: string };
    const { body: payments } = await admin.get<Payment[]>('/api/admin/payments');
    const id = payments[0]!.stripePaymentIntentId;
    expect(id).toMatch(/^pi_/);
    for (const [search, count] of [
      [id, 1],
      [id.slice(0, 12), 1],
      ['pi_', payments.length],
      ['pi_nothing', 0],
    ] as const) {
      const found = await admin.get<Payment[]>(`/api/admin/payments?search=${search}`);
      expect(found.body).toHaveLength(count);
    }
  });

  it('say when more people match than the search covers', async () => {
    const agent = await system.registerAgent();
    const copyAgent = (copies: number, lastName: string) =>
      system.query(
        'accounts',
        `INSERT INTO users
         SELECT (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'last_name', $3::text,
                                                             'email', lower(n || $3 || '@example.com')))).*
           FROM users u, generate_series(1, $2::int) n WHERE u.id = $1`,
        [agent.id, copies, lastName],
      );
    const isTotalMinimum = async (search: string) =>
      (await admin.get(`/api/admin/payments?search=${search}`)).headers.get('x-total-is-minimum');
    await copyAgent(200, 'Namesake');
    await copyAgent(201, 'Doppelganger');
    expect(await isTotalMinimum('Namesake')).toBeNull();
    expect(await isTotalMinimum('Doppelganger')).toBe('true');
  });
});

describe('integration requests', () => {
  it('are listed for all users, and resolved only once', async () => {
    const agent = await system.registerAgent();
    for (const integrationType of ['sms', 'other'])
      await agent.browser.post('/api/request-integration', { integrationType });
    interface Requests {
      requests: { id: string; integrationType: string; status: string; user: { email: string } }[];
      next: string | null;
    }
    const { body } = await admin.get<Requests>('/api/admin/integration-requests?status=pending');
    expect(body.requests.map(({ integrationType, user }) => [integrationType, user.email])).toEqual([
      ['other', agent.email],
      ['sms', agent.email],
    ]);
    const path = `/api/admin/integration-requests/${body.requests[0]?.id ?? ''}`;
    expect(await admin.patch(path, { status: 'completed' })).toMatchObject({
      status: 200,
      body: { integrationType: 'other', status: 'completed' },
    });
    const declined = { status: 'declined', reason: 'We cannot reach this CRM.' };
    expect(await admin.patch(path, declined)).toMatchObject({
      status: 409,
      body: { code: 'INTEGRATION_REQUEST_RESOLVED' },
    });
    for (const unknown of [randomUUID(), 'x'])
      expect(await admin.patch(`/api/admin/integration-requests/${unknown}`, declined)).toMatchObject({
        status: 404,
        body: { code: 'INTEGRATION_REQUEST_NOT_FOUND' },
      });
    expect((await admin.patch(path, { status: 'pending' })).status).toBe(422);
    for (const reason of [undefined, ' ', 'x'.repeat(501)])
      expect(await admin.patch(path, { status: 'declined', reason })).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'reason' }] },
      });
    expect((await admin.patch(path, { status: 'completed', reason: 'Because' })).status).toBe(422);
    // SMS and Slack become active with their channel.
    const sms = `/api/admin/integration-requests/${body.requests[1]?.id ?? ''}`;
    expect(await admin.patch(sms, { status: 'completed' })).toMatchObject({
      status: 409,
      body: { code: 'INTEGRATION_NOT_SET_UP' },
    });
    expect(await admin.patch(sms, declined)).toMatchObject({ status: 200, body: { status: 'declined' } });
    const own =
      await agent.browser.get<{ integrationType: string; status: string }[]>('/api/integration-requests');
    expect(own.body).toMatchObject([
      { integrationType: 'other', status: 'completed', declineReason: null },
      { integrationType: 'sms', status: 'declined', declineReason: declined.reason },
    ]);
    expect((await agent.browser.patch(path, declined)).body).toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('failed messages', () => {
  interface Failed {
    messages: { id: string; messageId: string; sender: string; stoppedAt: string | null }[];
    unavailable: string[];
  }
  const url = '/api/admin/failed-messages';
  const list = async () => (await admin.get<Failed>(url)).body;

  it('of every service are listed without their content and retried once, by an admin only', async () => {
    const id = randomUUID();
    // Stopped, so that only the retry publishes it. Its content cannot be opened.
    await system.query(
      'billing',
      `INSERT INTO outbox (message_id, queue, name, sealed, due_at, failures, failure_id, failure_kind,
                           first_failed_at, last_failed_at, stopped_at)
       VALUES ('billing.offer-charged~' || $1::text, 'lead-router.events', 'billing.offer-charged', 'sealed content', now(),
               40, $1::uuid, 'handler-failed', now() - interval '2 days', now(), now())`,
      [id],
    );
    const { messages, unavailable } = await list();
    expect(unavailable).toEqual([]);
    expect(messages).toEqual([
      {
        id,
        messageId: `billing.offer-charged~${id}`,
        name: 'billing.offer-charged',
        sender: 'billing',
        consumer: 'lead-router',
        kind: 'handler-failed',
        failures: 40,
        firstFailedAt: expect.any(String),
        lastFailedAt: expect.any(String),
        stoppedAt: expect.any(String),
      },
    ]);
    const { browser: agent } = await system.registerAgent();
    expect((await agent.get(url)).status).toBe(403);
    expect((await agent.post(`${url}/${id}/retry`, { sender: 'billing' })).status).toBe(403);

    const wrong = await admin.post(`${url}/${id}/retry`, { sender: 'notifier' });
    expect(wrong).toMatchObject({ status: 404, body: { code: 'FAILED_MESSAGE_NOT_FOUND' } });
    expect((await admin.post(`${url}/${id}/retry`, { sender: 'billing' })).status).toBe(200);
    expect(await findAuditEvent(admin, 'message-retried')).toMatchObject({
      actorId: await readUserId(admin),
    });
    expect((await list()).messages).toEqual([]);
    await eventually(async () => {
      const [row] = await system.query<{ attempts: number }>('billing', 'SELECT attempts FROM outbox');
      return row?.attempts === 1;
    });
    await system.query('billing', 'DELETE FROM outbox');
  });
});
