import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Incident, StatusAnswer } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { TestSystem } from './test-system.js';

/** A check runs every 20 s. */
const PATIENCE = { timeoutMs: 120_000 };

let system: TestSystem;

beforeAll(async () => {
  system = await TestSystem.start(undefined, { STATISTICS_MAX_AGE_SECONDS: '1' });
});
afterAll(() => system.stop());

const getStatus = () => system.openBrowser().get<StatusAnswer>('/api/status');
const listUp = ({ components }: StatusAnswer): string[] =>
  components.filter(({ isUp }) => isUp).map(({ component }) => component);

describe('the status', () => {
  it('is public and cached, and shows what answers', async () => {
    const { headers, body } = await eventually(async () => {
      const answer = await getStatus();
      return listUp(answer.body).length === 5 && answer;
    }, PATIENCE);
    expect(headers.get('cache-control')).toBe('public, max-age=1');
    expect(body).toMatchObject({ incidents: [], delivery: { leads: 0, medianMs: null, p95Ms: null } });
    expect(body.history?.days).toHaveLength(90);
    // What a check found is shown before it is stored.
    await eventually(async () => {
      const stored = await system.query('accounts', 'SELECT up FROM component_checks');
      expect(stored).toContainEqual({ up: ['accounts', 'delivery', 'leads', 'payments', 'website'] });
    }, PATIENCE);
  });

  it('shows a component that does not answer, and is answered without what it would add', async () => {
    await system.processes.get('lead-router')?.stop();
    const { body } = await eventually(async () => {
      const answer = await getStatus();
      return !listUp(answer.body).includes('leads') && answer;
    }, PATIENCE);
    expect(listUp(body)).toEqual(['website', 'accounts', 'payments', 'delivery']);
    expect(body.delivery).toBeNull();
    expect(body.history?.days).toHaveLength(90);
    await system.startService('lead-router');
  });

  it('records afterwards what worked while the accounts service was down', async () => {
    const countMinutes = async () =>
      (await system.query('accounts', 'SELECT 1 FROM component_checks')).length;
    await eventually(async () => listUp((await getStatus()).body).length === 5, PATIENCE);
    const before = await countMinutes();
    await system.processes.get('accounts')?.stop();
    const { body } = await eventually(async () => {
      const answer = await getStatus();
      return !listUp(answer.body).includes('accounts') && answer;
    }, PATIENCE);
    expect(body).toMatchObject({ history: null, incidents: null });
    await system.startService('accounts');
    await eventually(async () => (await countMinutes()) > before, PATIENCE);
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
