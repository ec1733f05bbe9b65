import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { LEAD_PRICE_CENTS, toDecimal } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { readUserId } from './audit-log.js';
import { Fixture } from './fixture.js';
import { type Agent, TestSystem } from './test-system.js';

const PRICE = toDecimal(LEAD_PRICE_CENTS);
interface Item {
  id: string;
  fullName: string;
  phone: string;
}
interface Page {
  leads: Item[];
  total: number;
  page: number;
  pages: number;
  any: boolean;
}

/** The columns that copies of a lead share. Those that identify the person are encrypted for one lead each. */
const LEAD_COLUMNS =
  'funnel_id, state, age_range, estimated_assets, purchase_timeline, lead_type, price, status, sold_at';

let system: TestSystem;
let fixture: Fixture;

beforeAll(async () => {
  system = await TestSystem.start();
  fixture = await Fixture.create(system);
});
afterAll(() => system.stop());

const list = async ({ browser }: Agent, query = ''): Promise<Page> =>
  (await browser.get<Page>(`/api/leads${query}`)).body;
const backdate = (leadId: string, days: number) =>
  system.query(
    'lead-router',
    'UPDATE sold_leads SET sold_at = sold_at - make_interval(days => $2) WHERE lead_id = $1',
    [leadId, days],
  );

describe('the list of leads', () => {
  it("returns only the agent's own leads", async () => {
    const newAgent = await system.registerAgent();
    expect(await list(newAgent)).toEqual({ leads: [], total: 0, page: 1, pages: 1, any: false });
    const first = await fixture.createBuyer();
    const ofFirst = await fixture.sellLead(first);
    const second = await fixture.createBuyer();
    const ofSecond = await fixture.sellLead(second);
    expect((await list(first)).leads.map(({ id }) => id)).toEqual([ofFirst]);
    expect((await list(second)).leads.map(({ id }) => id)).toEqual([ofSecond]);
    const forged = await first.browser.get(`/api/leads?buyerId=${second.id}`);
    expect(forged).toMatchObject({ status: 422, body: { errors: [{ field: 'buyerId' }] } });
    for (const path of [`/api/leads/${ofSecond}`, `/api/leads/${randomUUID()}`, '/api/leads/x'])
      expect(await first.browser.get(path)).toMatchObject({ status: 404, body: { code: 'LEAD_NOT_FOUND' } });
  });

  it('is paged newest first, and filtered by search and days', async () => {
    const buyer = await fixture.createBuyer();
    const ids: string[] = [];
    for (let index = 0; index < 11; index += 1) ids.push(await fixture.sellLead(buyer));
    const special = await fixture.sellLead(buyer, {
      full_name: 'Zebulon Quirk',
      email: 'zebulon@example.com',
      phone: '+1 305 555 0199',
      state: 'FL',
      zip: '33101',
    });
    const newestFirst = [...ids, special].toReversed();
    const [first, second] = [await list(buyer), await list(buyer, '?page=2')];
    expect(first).toMatchObject({ total: 12, page: 1, pages: 2, any: true });
    expect(first.leads[0]).toMatchObject({
      fullName: 'Zebulon Quirk',
      price: PRICE,
      disposition: 'new',
      state: 'FL',
    });
    expect(second).toMatchObject({ total: 12, page: 2, pages: 2 });
    expect([...first.leads, ...second.leads].map(({ id }) => id)).toEqual(newestFirst);

    for (const search of ['quirk', 'ZEBULON@', '(305) 555', 'FL', 'florida', 'zebulon quirk'])
      expect((await list(buyer, `?search=${encodeURIComponent(search)}`)).leads.map(({ id }) => id)).toEqual([
        special,
      ]);
    // The page sends searches in a header: they contain names, and URLs are logged.
    const search = (text: string) => buyer.browser.get<Page>('/api/leads', { 'x-desk-search': text });
    for (const text of ['quirk', 'Zebulon%20Quirk', '%28305%29%20555'])
      expect((await search(text)).body.leads.map(({ id }) => id)).toEqual([special]);
    for (const text of ['%', '%C3%28', 'a'.repeat(201)])
      expect(await search(text)).toMatchObject({ status: 422, body: { errors: [{ field: 'search' }] } });
    expect(await list(buyer, '?search=nobody')).toEqual({
      leads: [],
      total: 0,
      page: 1,
      pages: 1,
      any: true,
    });
    expect(await list(buyer, '?search=%00%25_')).toMatchObject({ page: 1, any: true });

    await backdate(special, 10);
    expect((await list(buyer, '?days=7')).total).toBe(11);
    expect((await list(buyer, '?days=14')).total).toBe(12);
    expect((await list(buyer, '?days=7&search=quirk')).total).toBe(0);
    for (const query of ['?days=2', '?page=0', '?page=x'])
      expect((await buyer.browser.get(`/api/leads${query}`)).status).toBe(422);
  });
});

describe('the page of a lead', () => {
  const consent = {
    trustedform_cert_url: 'https://cert.trustedform.com/0123456789abcdef0123456789abcdef0123456abc',
    tcpa_text: 'I agree to be called.',
  };

  it('shows fields, consent, charge and deliveries', async () => {
    const buyer = await fixture.createBuyer();
    const leadId = await fixture.sellLead(buyer, consent);
    // A part that its service does not answer within two seconds is missing.
    await eventually(async () => {
      const { body } = await buyer.browser.get(`/api/leads/${leadId}`);
      expect(body).toMatchObject({
        id: leadId,
        funnelName: 'Autumn funnel',
        price: PRICE,
        consent: { trustedFormCertUrl: consent.trustedform_cert_url, tcpaText: consent.tcpa_text },
        charge: { amount: PRICE, status: 'succeeded', stripePaymentIntentId: expect.stringMatching(/^pi_/) },
        deliveries: [{ channel: 'email', address: buyer.email, status: 'sent', attempts: 1 }],
        disposition: 'new',
        notes: '',
        version: 1,
      });
    });
  });

  it('is shown without its charge and deliveries while billing and notifier are down', async () => {
    const buyer = await fixture.createBuyer();
    const leadId = await fixture.sellLead(buyer);
    for (const name of ['billing', 'notifier']) await system.processes.get(name)?.stop();
    const alone = await buyer.browser.get(`/api/leads/${leadId}`);
    expect(alone).toMatchObject({
      status: 200,
      body: { id: leadId, charge: null, deliveries: [], areDeliveriesMissing: true },
    });
    expect((await buyer.browser.get(`/api/leads/${randomUUID()}`)).status).toBe(404);
    await Promise.all([system.startService('billing'), system.startService('notifier')]);
    await eventually(async () => {
      const { body } = await buyer.browser.get(`/api/leads/${leadId}`);
      const isComplete = body['charge'] !== null && !('areDeliveriesMissing' in body);
      return isComplete && (body['deliveries'] as unknown[]).length === 1;
    });
  });

  it('saves disposition and notes, and rejects changes to an outdated version', async () => {
    const buyer = await fixture.createBuyer();
    const path = `/api/leads/${await fixture.sellLead(buyer)}`;
    const changed = await buyer.browser.patch(path, {
      version: 1,
      disposition: 'contacted',
      notes: 'Call on Monday',
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { disposition: 'contacted', notes: 'Call on Monday', version: 2 },
    });
    expect(await buyer.browser.patch(path, { version: 1, disposition: 'lost' })).toMatchObject({
      status: 409,
      body: { code: 'LEAD_CHANGED' },
    });
    expect((await buyer.browser.get(path)).body).toMatchObject({ disposition: 'contacted', version: 2 });
    const other = await system.registerAgent();
    expect((await other.browser.patch(path, { version: 2, disposition: 'lost' })).status).toBe(404);
    for (const body of [
      { disposition: 'won' },
      { version: 2, disposition: 'sold' },
      { version: 2, buyerId: other.id },
    ])
      expect((await buyer.browser.patch(path, body)).status).toBe(422);
  });
});

describe('the export', () => {
  it('contains the filtered leads, without formulas', async () => {
    const buyer = await fixture.createBuyer();
    const [plain, hostile, old] = [
      await fixture.sellLead(buyer, { full_name: 'Ana "Ace" López', phone: '(212) 555-8801' }),
      await fixture.sellLead(buyer, {
        full_name: '-Ann (HYPERLINK)',
        phone: '(212) 555-8802',
      }),
      await fixture.sellLead(buyer, { full_name: 'Old One', phone: '(212) 555-8803' }),
    ];
    await buyer.browser.patch(`/api/leads/${plain}`, {
      version: 1,
      disposition: 'won',
      notes: '@two\nlines',
    });
    await backdate(old, 40);
    const { status, body, headers } = await buyer.browser.get<string>('/api/leads/export?days=30');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename=leads-\d{4}-\d\d-\d\d\.csv$/);
    expect(headers.get('cache-control')).toBe('no-store');
    const [heading, first, second, end] = body.split('\r\n');
    expect(heading).toMatch(/^Name,First name,Last name,Email,Phone,State,ZIP code,Age range,/);
    expect(first).toContain(`'-Ann (HYPERLINK),`);
    expect(first).toContain(',(212) 555-8802,NY,10001,66-70,');
    expect(first).toContain(hostile);
    expect(second).toMatch(/^"Ana ""Ace"" López",/);
    expect(second).toContain(`,80.00,`);
    expect(second).toContain(`,Won,,,,"'@two\nlines",${plain}`);
    expect(end).toBe('');
    const found = await buyer.browser.get<string>('/api/leads/export?search=old');
    expect(found.body.split('\r\n')).toHaveLength(3);
    expect(found.body).toContain(old);
    expect((await buyer.browser.get('/api/leads/export?page=1')).status).toBe(422);
  });

  it('contains more leads than one page of lead-router', async () => {
    const buyer = await fixture.createBuyer();
    const leadId = await fixture.sellLead(buyer);
    // 1,203 leads in total, some of them sold at the same time.
    await system.query(
      'lead-router',
      `WITH n AS (SELECT gen_random_uuid() AS id, i FROM generate_series(1, 1202) i),
            l AS (INSERT INTO leads (id, body_hash, full_name, phone, email, zip_code, ${LEAD_COLUMNS})
                  SELECT n.id, '', 'Old Release', '+12125558804', 'old@example.com', '10001', ${LEAD_COLUMNS}
                    FROM leads l, n WHERE l.id = $1 RETURNING id)
       INSERT INTO sold_leads (lead_id, offer_id, buyer_id, sold_at, amount_cents, state, lead_type, age_range,
                               estimated_assets, hashes)
       SELECT l.id, s.offer_id, s.buyer_id, s.sold_at - make_interval(mins => n.i / 3), s.amount_cents, s.state,
              s.lead_type, s.age_range, s.estimated_assets, s.hashes
         FROM l JOIN n USING (id), sold_leads s WHERE s.lead_id = $1`,
      [leadId],
    );
    const { body } = await buyer.browser.get<string>('/api/leads/export');
    const ids = body
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',').at(-1));
    expect(ids).toHaveLength(1_203);
    expect(new Set(ids).size).toBe(1_203);
  });
});

describe('the dashboard', () => {
  it("shows the settings in force and today's totals", async () => {
    const buyer = await fixture.createBuyer();
    const { browser } = buyer;
    const getDashboard = async () => (await browser.get('/api/dashboard')).body;
    await eventually(async () => (await getDashboard())['reason'] === 'waiting-for-supply');
    await fixture.sellLead(buyer);
    await browser.patch('/api/user/daily-limit', { dailyLeadLimit: 1 });
    expect(await getDashboard()).toMatchObject({
      serviceEnabled: true,
      dailyLeadLimit: 1,
      reason: 'limit-reached',
      leadsToday: 1,
      spentToday: PRICE,
    });
    await browser.patch('/api/user/service-toggle', { serviceEnabled: false });
    expect(await getDashboard()).toMatchObject({ serviceEnabled: false, reason: 'paused' });
    const cardless = await system.registerAgent();
    expect((await cardless.browser.get('/api/dashboard')).body).toMatchObject({ reason: 'no-card' });
  });

  it('waits a limited time for an agent lead-router does not know yet', async () => {
    // lead-router does not know admins, so an admin turned into an agent is unknown to it.
    const browser = await system.createAdmin();
    const id = await readUserId(browser);
    await system.query('accounts', 'UPDATE users SET is_admin = false WHERE id = $1', [id]);
    expect(await browser.get('/api/dashboard')).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    const waiting = browser.get('/api/dashboard');
    await system.query(
      'lead-router',
      `INSERT INTO buyers (id, service_enabled, daily_lead_limit, time_zone) VALUES ($1, true, 25, 'UTC')`,
      [id],
    );
    expect(await waiting).toMatchObject({ status: 200, body: { reason: 'no-card' } });
  });
});
