import { randomUUID } from 'node:crypto';
import {
  type AgentReportAnswer,
  LEAD_VIEW_NAME_MAX,
  LEAD_VIEWS_MAX,
  type LeadsPage,
  type LeadView,
  SELECTED_LEADS_MAX,
} from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Fixture } from './fixture.js';
import { type Agent, TestSystem } from './test-system.js';

let system: TestSystem;
let fixture: Fixture;
let stranger: Agent;

beforeAll(async () => {
  system = await TestSystem.start();
  fixture = await Fixture.create(system);
  stranger = await system.registerAgent();
});
afterAll(() => system.stop());

const list = async ({ browser }: Agent, query = ''): Promise<LeadsPage> =>
  (await browser.get<LeadsPage>(`/api/leads${query}`)).body;
const exportRows = async ({ browser }: Agent, query: string): Promise<string[]> =>
  (await browser.get<string>(`/api/leads/export${query}`)).body.split('\r\n').slice(1, -1);
const getReport = async ({ browser }: Agent, day: string): Promise<AgentReportAnswer> =>
  (await browser.get<AgentReportAnswer>(`/api/reports?from=${day}&to=${day}`)).body;
/** Returns the fields that a refused request named. */
async function listFaults(path: string): Promise<string[]> {
  const { status, body } = await stranger.browser.get<{ errors: { field: string }[] }>(path);
  expect(status).toBe(422);
  return body.errors.map(({ field }) => field);
}
const refusal = (field: unknown, message: unknown = expect.any(String)) => ({
  status: 422,
  body: { code: 'INVALID_REQUEST', errors: [{ field, message }] },
});
const conflict = (code: string) => ({ status: 409, body: { code } });

describe('what an agent enters for a lead', () => {
  /** Agents live in New York unless they say otherwise. */
  const entered = {
    disposition: 'won',
    remindAt: '2036-07-01T15:00',
    appointmentAt: '2036-01-07T10:30',
    commissionCents: 250_050,
  };
  const saved = {
    disposition: 'won',
    remindAt: '2036-07-01T19:00:00.000Z',
    appointmentAt: '2036-01-07T15:30:00.000Z',
    commissionCents: 250_050,
    version: 2,
  };
  const cleared = { remindAt: null, appointmentAt: null, commissionCents: null };

  it("is one version with times of the agent's clock, on the page, in the list, the export and the report", async () => {
    const buyer = await fixture.createBuyer();
    const leadId = await fixture.sellLead(buyer);
    const path = `/api/leads/${leadId}`;
    expect((await buyer.browser.get(path)).body).toMatchObject({ ...cleared, contactedAt: null, version: 1 });

    expect(await buyer.browser.patch(path, { version: 1, ...entered })).toMatchObject({
      status: 200,
      body: saved,
    });
    const times = { seenAt: expect.any(String), contactedAt: expect.any(String) };
    expect((await buyer.browser.get(path)).body).toMatchObject({ ...saved, ...times });
    expect((await list(buyer, '?reminder=set')).leads).toMatchObject([{ id: leadId, ...saved }]);
    for (const reminder of ['due', 'today'])
      expect((await list(buyer, `?reminder=${reminder}`)).total).toBe(0);
    const [row] = await exportRows(buyer, '?reminder=set');
    expect(row).toContain(`,Won,2036-07-01 15:00:00,2036-01-07 10:30:00,2500.50,,${leadId}`);
    const { today, commissionCents } = await getReport(buyer, '2026-01-01');
    expect(commissionCents).toBe(0);
    expect(await getReport(buyer, today)).toMatchObject({ leads: 1, commissionCents: 250_050 });

    expect((await buyer.browser.patch(path, { version: 2, ...cleared })).body).toMatchObject({
      ...cleared,
      disposition: 'won',
      version: 3,
    });
    expect(await getReport(buyer, today)).toMatchObject({ commissionCents: 0 });
  });

  it('is not saved with a time that has passed, over a newer version, or by another agent', async () => {
    const buyer = await fixture.createBuyer();
    const path = `/api/leads/${await fixture.sellLead(buyer)}`;
    const past = { version: 1, remindAt: '2026-01-01T09:00' };
    expect(await buyer.browser.patch(path, past)).toMatchObject(conflict('REMINDER_PASSED'));
    await buyer.browser.patch(path, { version: 1, disposition: 'contacted' });
    expect(await buyer.browser.patch(path, { version: 1, ...entered })).toMatchObject(
      conflict('LEAD_CHANGED'),
    );
    expect((await stranger.browser.patch(path, { version: 2, ...entered })).status).toBe(404);
    expect((await buyer.browser.get(path)).body).toMatchObject({
      ...cleared,
      disposition: 'contacted',
      version: 2,
    });
  });

  const NO_TIME = 'Enter a date and a time';
  const NO_COMMISSION = 'Commission must be from $0 to $1,000,000';
  it.each([
    [{ remindAt: 'tomorrow' }, 'remindAt', NO_TIME],
    [{ remindAt: '2036-02-30T10:00' }, 'remindAt', NO_TIME],
    [{ appointmentAt: '2036-07-01T19:00:00.000Z' }, 'appointmentAt', NO_TIME],
    [{ commissionCents: -1 }, 'commissionCents', NO_COMMISSION],
    [{ commissionCents: 0.5 }, 'commissionCents', NO_COMMISSION],
    [{ commissionCents: 100_000_001 }, 'commissionCents', NO_COMMISSION],
    [{ commissionCents: '10.00' }, 'commissionCents', NO_COMMISSION],
  ])('is refused as %j, naming %s', async (body, field, message) => {
    expect(await stranger.browser.patch(`/api/leads/${randomUUID()}`, { version: 1, ...body })).toMatchObject(
      refusal(field, message),
    );
  });
});

describe('selected leads', () => {
  const post = ({ browser }: Agent, body: object) => browser.post('/api/leads/dispositions', body);

  it('get one status and are exported alone, without those of other agents', async () => {
    const buyer = await fixture.createBuyer();
    const [first, second, third] = [
      await fixture.sellLead(buyer),
      await fixture.sellLead(buyer),
      await fixture.sellLead(buyer),
    ];
    const other = await fixture.createBuyer();
    const foreign = await fixture.sellLead(other);
    expect(await post(buyer, { leadIds: [first, second, foreign], disposition: 'lost' })).toMatchObject({
      status: 200,
      body: { leads: 2 },
    });
    expect((await list(buyer)).leads).toMatchObject([
      { id: third, disposition: 'new', version: 1 },
      { id: second, disposition: 'lost', version: 2 },
      { id: first, disposition: 'lost', version: 2 },
    ]);
    expect((await list(other)).leads).toMatchObject([{ id: foreign, disposition: 'new', version: 1 }]);

    const exported = await exportRows(buyer, `?leadIds=${third},${foreign},${first}`);
    expect(exported.map((row) => row.slice(-36))).toEqual([third, first]);
    expect(await exportRows(buyer, `?leadIds=${third},${first}&disposition=lost`)).toHaveLength(1);
  });

  it('are refused if there are none or too many', async () => {
    const many = Array.from({ length: SELECTED_LEADS_MAX + 1 }, () => randomUUID());
    const message = `Select 1 to ${SELECTED_LEADS_MAX} leads`;
    for (const leadIds of [undefined, [], many, 'x'])
      expect(await post(stranger, { leadIds, disposition: 'won' })).toMatchObject(
        refusal('leadIds', message),
      );
    expect(await post(stranger, { leadIds: ['x'], disposition: 'won' })).toMatchObject(
      refusal(expect.stringContaining('leadIds'), 'Not a valid id'),
    );
    expect(await post(stranger, { leadIds: [randomUUID()] })).toMatchObject(
      refusal('disposition', 'Status is required'),
    );
    for (const leadIds of ['x', '-'.repeat(36), many.join()])
      expect(await stranger.browser.get(`/api/leads/export?leadIds=${leadIds}`)).toMatchObject(
        refusal('leadIds'),
      );
  });
});

describe('saved views', () => {
  const listViews = async ({ browser }: Agent): Promise<LeadView[]> =>
    (await browser.get<{ views: LeadView[] }>('/api/lead-views')).body.views;
  const newView = (overrides: object = {}) => ({
    viewId: randomUUID(),
    name: 'Call back in Texas',
    filters: { state: 'TX', reminder: 'due', search: 'Ellison' },
    ...overrides,
  });
  const save = ({ browser }: Agent, view: object) => browser.post('/api/lead-views', view);
  const remove = ({ browser }: Agent, id: string) => browser.post(`/api/lead-views/${id}/delete`);

  it('are listed for their agent alone, who saves each once and deletes it', async () => {
    const agent = await system.registerAgent();
    const { viewId: id, ...content } = newView();
    for (let time = 0; time < 2; time += 1)
      expect(await save(agent, { viewId: id, ...content })).toMatchObject({
        status: 200,
        body: { id, ...content },
      });
    expect((await remove(stranger, id)).status).toBe(200);
    expect(await listViews(agent)).toEqual([{ id, ...content }]);
    expect(await listViews(stranger)).toEqual([]);
    for (let time = 0; time < 2; time += 1) expect((await remove(agent, id)).status).toBe(200);
    expect(await listViews(agent)).toEqual([]);
    expect(await remove(agent, 'x')).toMatchObject({ status: 404, body: { code: 'LEAD_VIEW_NOT_FOUND' } });
  });

  it(`are limited to ${LEAD_VIEWS_MAX}, until one is deleted`, async () => {
    const agent = await system.registerAgent();
    const views = Array.from({ length: LEAD_VIEWS_MAX }, () => newView());
    for (const view of views) expect((await save(agent, view)).status).toBe(200);
    expect(await save(agent, newView())).toMatchObject(conflict('TOO_MANY_LEAD_VIEWS'));
    await remove(agent, views[0]?.viewId ?? '');
    expect((await save(agent, newView())).status).toBe(200);
  });

  it.each([
    [{ name: undefined }, 'name', 'Name is required'],
    [{ name: '  ' }, 'name', 'Name is required'],
    [
      { name: 'x'.repeat(LEAD_VIEW_NAME_MAX + 1) },
      'name',
      `Name must be at most ${LEAD_VIEW_NAME_MAX} characters`,
    ],
    [{ filters: { state: 'ZZ' } }, 'filters.state', expect.stringContaining('State must be one of')],
    [{ filters: { reminder: 'soon' } }, 'filters.reminder', expect.stringContaining('Reminder must be')],
    [{ viewId: 'x' }, 'viewId', 'Not a valid id'],
  ])('are refused with %j, naming %s', async (overrides, field, message) => {
    expect(await save(stranger, newView(overrides))).toMatchObject(refusal(field, message));
  });
});

describe('the report', () => {
  it('counts the leads of the period, in dollars and in the days of the agent', async () => {
    const buyer = await fixture.createBuyer();
    await fixture.sellLead(buyer);
    const empty = await getReport(buyer, '2026-01-01');
    expect(empty).toMatchObject({ leads: 0, spent: '0.00', days: [], states: [] });
    const { today } = empty;
    const report = await getReport(buyer, today);
    expect(report).toMatchObject({
      leads: 1,
      spent: '80.00',
      refunded: 0,
      dispositions: { new: 1, won: 0 },
      days: [{ day: today, leads: 1, spent: '80.00' }],
    });
    const [state] = report.states;
    expect((await list(buyer, `?state=${state?.value}&from=${today}&to=${today}`)).total).toBe(state?.leads);
  });

  it.each([
    ['', 'from'],
    ['from=2026-02-30&to=2026-03-01', 'from'],
    ['from=2026-03-02&to=2026-03-01', 'to'],
    ['from=2020-01-01&to=2026-01-01', 'to'],
    ['from=2026-01-01&to=2026-01-02&days=7', 'days'],
  ])('refuses ?%s, naming %s', async (query, field) => {
    expect(await listFaults(`/api/reports?${query}`)).toContain(field);
  });
});

describe('filters of the list', () => {
  it.each([
    'state=ZZ',
    'leadType=Variable',
    'ageRange=20',
    'assetBand=1',
    'disposition=sold',
    'from=2026-13-01',
    'to=soon',
  ])('refuses ?%s', async (query) => {
    expect(await listFaults(`/api/leads?${query}`)).toContain(query.split('=')[0]);
  });

  it('also apply to the export', async () => {
    const buyer = await fixture.createBuyer();
    await fixture.sellLead(buyer);
    expect(await exportRows(buyer, '?disposition=new')).toHaveLength(1);
    for (const others of ['?disposition=won', '?to=2026-01-01'])
      expect(await exportRows(buyer, others)).toEqual([]);
  });
});
