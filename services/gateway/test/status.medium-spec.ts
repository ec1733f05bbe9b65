import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Incident, StatusAnswer } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { ComponentMonitor } from '../src/status/component-monitor.js';
import { Fixture } from './fixture.js';
import { TestSystem } from './test-system.js';

interface LeadStatistics {
  leads: number;
  medianMs: number | null;
  p95Ms: number | null;
}

let system: TestSystem;

beforeAll(async () => {
  system = await TestSystem.start({ gateway: { STATISTICS_MAX_AGE_SECONDS: '1' } });
});
afterAll(() => system.stop());

const getStatus = () => system.openBrowser().get<StatusAnswer>('/api/status');
const listUp = ({ components }: StatusAnswer): string[] =>
  components.filter(({ isUp }) => isUp).map(({ component }) => component);
/** Checks the components now instead of every 20 seconds. Returns whether the result was stored. */
const checkNow = (): Promise<boolean> =>
  system.gateway.app
    .get(ComponentMonitor)
    ['check']()
    .then(
      () => true,
      () => false,
    );
/** Checks until the status shows these components as up. */
const waitForUp = (expected: readonly string[]) =>
  eventually(async () => {
    await checkNow();
    const answer = await getStatus();
    expect(listUp(answer.body)).toEqual(expected);
    return answer;
  });
const listChecks = () => system.query<{ up: string[] }>('accounts', 'SELECT up FROM component_checks');

describe('the status', () => {
  it('is public and cached, and shows what answers', async () => {
    const { headers, body } = await waitForUp(['website', 'accounts', 'leads', 'payments', 'delivery']);
    expect(headers.get('cache-control')).toBe('public, max-age=1');
    expect(body).toMatchObject({ incidents: [], delivery: { leads: 0, medianMs: null, p95Ms: null } });
    expect(body.history?.days).toHaveLength(90);
    // What a check found is shown before it is stored.
    await eventually(async () => {
      expect(await listChecks()).toContainEqual({
        up: ['accounts', 'delivery', 'leads', 'payments', 'website'],
      });
    });
  });

  it('shows a component as down, and leaves out what it would add', async () => {
    await system.processes.get('lead-router')?.stop();
    const { body } = await waitForUp(['website', 'accounts', 'payments', 'delivery']);
    expect(body.delivery).toBeNull();
    expect(body.history?.days).toHaveLength(90);
    await system.startService('lead-router');
  });

  it('records afterwards what worked while the accounts service was down', async () => {
    await system.processes.get('accounts')?.stop();
    await system.query('accounts', 'DELETE FROM component_checks');
    const { body } = await waitForUp(['website', 'leads', 'payments', 'delivery']);
    expect(body).toMatchObject({ history: null, incidents: null });
    // From now on, no check finds that payments work.
    await system.processes.get('billing')?.stop();
    await system.startService('accounts');
    await eventually(checkNow);
    expect((await listChecks()).flatMap(({ up }) => up)).toContain('payments');
    await system.startService('billing');
  });
});

it('publishes incidents of admins, without their names', async () => {
  const admin = await system.createAdmin();
  const created = await admin.post<Incident>('/api/admin/incidents', {
    title: 'Payments are delayed',
    components: ['payments'],
    status: 'investigating',
    text: 'Leads wait and are sold later.',
  });
  expect(created.status).toBe(201);
  const { id } = created.body;
  const invalid = await admin.post('/api/admin/incidents', {
    title: '',
    components: [],
    status: 'investigating',
    text: 'x',
  });
  expect(invalid.status).toBe(422);
  const update = { status: 'resolved', text: 'Cards are charged again.' };
  expect((await admin.post(`/api/admin/incidents/${id}/updates`, update)).status).toBe(200);
  const again = await admin.post(`/api/admin/incidents/${id}/updates`, update);
  expect(again).toMatchObject({ status: 409, body: { code: 'INCIDENT_RESOLVED' } });

  const listed = await admin.get<{ incidents: Incident[] }>('/api/admin/incidents');
  const shown = await eventually(async () => {
    const [incident] = (await getStatus()).body.incidents ?? [];
    return incident !== undefined && incident.resolvedAt !== null && incident;
  });
  expect(listed.body.incidents).toEqual([shown]);
  expect(Object.keys(shown).toSorted()).toEqual(
    ['id', 'title', 'components', 'createdAt', 'resolvedAt', 'updates'].toSorted(),
  );
});

describe('the statistics', () => {
  it('are empty at first, then measured, public and cached', async () => {
    const getStatistics = () => system.openBrowser().get<LeadStatistics>('/api/statistics');
    const before = await getStatistics();
    expect(before.body).toEqual({ leads: 0, medianMs: null, p95Ms: null });
    expect(before.headers.get('cache-control')).toBe('public, max-age=1');
    const fixture = await Fixture.create(system);
    await fixture.sellLead(await fixture.createBuyer());
    const { body } = await eventually(async () => {
      const answer = await getStatistics();
      return answer.body.leads === 1 && answer;
    });
    expect(body.medianMs).toBeGreaterThan(0);
    expect(body.p95Ms).toBe(body.medianMs);
  });

  it('are not cached when they are unavailable', async () => {
    await system.processes.get('lead-router')?.stop();
    const failed = await eventually(async () => {
      const answer = await system.openBrowser().get('/api/statistics');
      return answer.status === 503 && answer;
    });
    expect(failed.headers.get('cache-control')).toBe('no-store');
    await system.startService('lead-router');
    const answer = await system.openBrowser().get<LeadStatistics>('/api/statistics');
    expect(answer).toMatchObject({ status: 200, body: { leads: 1 } });
  });
});
