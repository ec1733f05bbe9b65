import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AgentReportAnswer, LeadsPage } from '@desk/contracts';
import { Fixture } from './fixture.js';
import { TestSystem } from './test-system.js';

let system: TestSystem;
let fixture: Fixture;

beforeAll(async () => {
  system = await TestSystem.start();
  fixture = await Fixture.create(system);
});
afterAll(() => system.stop());

describe('the report', () => {
  it('counts the leads of the period, in dollars and in the days of the agent', async () => {
    const buyer = await fixture.createBuyer();
    await fixture.sellLead(buyer);
    const { body: empty } = await buyer.browser.get<AgentReportAnswer>(
      '/api/reports?from=2026-01-01&to=2026-01-31',
    );
    expect(empty).toMatchObject({ leads: 0, spent: '0.00', days: [], states: [] });
    const { today } = empty;
    const { status, body } = await buyer.browser.get<AgentReportAnswer>(
      `/api/reports?from=${today}&to=${today}`,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      leads: 1,
      spent: '80.00',
      refunded: 0,
      dispositions: { new: 1, won: 0 },
      days: [{ day: today, leads: 1, spent: '80.00' }],
    });
    const [state] = body.states;
    const list = await buyer.browser.get<LeadsPage>(
      `/api/leads?state=${state?.value}&from=${today}&to=${today}`,
    );
    expect(list.body.total).toBe(state?.leads);
  });

  it.each([
    ['', 'from'],
    ['from=2026-02-30&to=2026-03-01', 'from'],
    ['from=2026-03-02&to=2026-03-01', 'to'],
    ['from=2020-01-01&to=2026-01-01', 'to'],
    ['from=2026-01-01&to=2026-01-02&days=7', 'days'],
  ])('refuses ?%s, naming %s', async (query, field) => {
    const buyer = await fixture.createBuyer();
    const { status, body } = await buyer.browser.get(`/api/reports?${query}`);
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(field);
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
    const buyer = await fixture.createBuyer();
    const { status, body } = await buyer.browser.get(`/api/leads?${query}`);
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(query.split('=')[0]);
  });

  it('also apply to the export', async () => {
    const buyer = await fixture.createBuyer();
    await fixture.sellLead(buyer);
    const rows = async (query: string) =>
      (await buyer.browser.get<string>(`/api/leads/export?${query}`)).body.split('\r\n').length - 2;
    await expect(rows('disposition=new')).resolves.toBe(1);
    await expect(rows('disposition=won')).resolves.toBe(0);
    await expect(rows('to=2026-01-01')).resolves.toBe(0);
  });
});
