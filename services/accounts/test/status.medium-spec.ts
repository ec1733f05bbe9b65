import { randomUUID } from 'node:crypto';
import {
  createIncident,
  getStatusHistory,
  listIncidents,
  recordComponentChecks,
  type RequestOf,
  STATUS_DAYS,
  type StatusComponent,
  statusComponents,
  updateIncident,
} from '@desk/contracts';
import { runRetention } from '@desk/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { retentionRules } from '../src/retention/retention-rules.js';
import { AccountsHarness, newCaller } from './accounts.harness.js';

let accounts: AccountsHarness;
let actorId: string;

beforeAll(async () => {
  accounts = await AccountsHarness.start();
  actorId = await accounts.createAdmin();
});
afterAll(() => accounts.stop());

const getHistory = () => accounts.commands.send(getStatusHistory, {});

describe('component checks', () => {
  beforeEach(() => accounts.query('TRUNCATE component_checks'));

  const MINUTE_MS = 60_000;
  /** Returns the start of a past minute; 0 is the current one. */
  const minutesAgo = (minutes: number): string =>
    new Date((Math.floor(Date.now() / MINUTE_MS) - minutes) * MINUTE_MS).toISOString();
  const record = (reports: readonly (readonly [minute: string, ...up: StatusComponent[]])[]) =>
    accounts.commands.send(recordComponentChecks, {
      minutes: reports.map(([minute, ...up]) => ({ minute, up })),
    });
  const listStored = () => accounts.query('SELECT minute, up FROM component_checks ORDER BY minute');
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

  it('of several copies add up, in any order and any number of times', async () => {
    const minute = minutesAgo(2);
    await Promise.all([
      record([[minute, 'website', 'leads']]),
      record([[minute, 'website', 'payments']]),
      record([[minute, 'website']]),
    ]);
    await record([[minute, 'website', 'leads']]);
    expect(await listStored()).toEqual([{ minute: new Date(minute), up: ['leads', 'payments', 'website'] }]);
  });

  it('are refused for a minute that is long past or to come', async () => {
    await record([
      [minutesAgo(25 * 60), 'website'],
      [minutesAgo(-10), 'website'],
      [minutesAgo(3), 'website'],
    ]);
    expect(await listStored()).toHaveLength(1);
  });

  it('give no data before the first one, and count minutes without a report as not up', async () => {
    const empty = await getHistory();
    expect(empty.days).toHaveLength(STATUS_DAYS);
    expect(empty.days.every(({ minutes }) => minutes === 0)).toBe(true);

    // Three of the last eight full minutes were reported, in one of them without payments.
    await record([
      [minutesAgo(8), 'website', 'payments'],
      [minutesAgo(7), 'website', 'payments'],
      [minutesAgo(1), 'website'],
    ]);
    const { days, components } = await getHistory();
    const upMinutes = (component: StatusComponent) =>
      sum(components.find((row) => row.component === component)!.upMinutes);
    // A minute may have ended since.
    expect([8, 9]).toContain(sum(days.map(({ minutes }) => minutes)));
    expect([upMinutes('website'), upMinutes('payments'), upMinutes('leads')]).toEqual([3, 2, 0]);
    expect(components.map(({ component }) => component)).toEqual(statusComponents);
  });

  it('agree with the table, day by day in UTC', async () => {
    await accounts.query(
      `INSERT INTO component_checks (minute, up)
       SELECT m, CASE WHEN random() < 0.9 THEN ARRAY['website', 'payments'] ELSE ARRAY['website'] END
         FROM generate_series(date_trunc('day', now(), 'UTC') - interval '93 days', now(), interval '1 minute') m`,
    );
    const { days, components } = await getHistory();
    const rows = await accounts.query<{ date: string; website: number; payments: number }>(
      `SELECT (minute AT TIME ZONE 'UTC')::date::text AS date, count(*)::int AS website,
              count(*) FILTER (WHERE 'payments' = ANY (up))::int AS payments
         FROM component_checks WHERE minute < date_trunc('minute', now()) GROUP BY 1 ORDER BY 1`,
    );
    // Without today, which has just begun if the test runs at midnight.
    const wholeDays = days.slice(0, -1);
    const last = wholeDays.at(-1)?.date ?? '';
    const expected = rows.filter(({ date }) => date <= last).slice(1 - STATUS_DAYS);
    expect(wholeDays.map(({ date }) => date)).toEqual(expected.map(({ date }) => date));
    expect(new Set(wholeDays.map(({ minutes }) => minutes))).toEqual(new Set([1_440]));
    for (const component of ['website', 'payments'] as const)
      expect(components.find((row) => row.component === component)!.upMinutes.slice(0, -1)).toEqual(
        expected.map((row) => row[component]),
      );
  });

  it('are kept for 91 days', async () => {
    await accounts.query(
      `INSERT INTO component_checks (minute, up)
       SELECT date_trunc('minute', now() - make_interval(days => days)), '{website}' FROM unnest(ARRAY[90, 92]) days`,
    );
    await runRetention({ url: accounts.databaseUrl, schema: 'accounts' }, retentionRules);
    expect(await listStored()).toHaveLength(1);
  });
});

describe('an incident', () => {
  type NewIncident = RequestOf<typeof createIncident>;
  const newIncident = (overrides: Partial<NewIncident> = {}): NewIncident => ({
    incidentId: randomUUID(),
    updateId: randomUUID(),
    title: 'Payments are delayed',
    components: ['payments'],
    status: 'investigating',
    text: 'Leads wait and are sold later.',
    actorId,
    caller: newCaller(),
    ...overrides,
  });
  const create = (request: NewIncident) => accounts.commands.send(createIncident, request);
  const update = (incidentId: string, overrides: Partial<RequestOf<typeof updateIncident>> = {}) =>
    accounts.commands.send(updateIncident, {
      incidentId,
      updateId: randomUUID(),
      status: 'monitoring',
      text: 'Cards are charged again.',
      actorId,
      caller: newCaller(),
      ...overrides,
    });
  const listAudited = async (incidentId: string) =>
    (await accounts.listAuditEntries(actorId)).filter(
      ({ new_value }) => (new_value as { incidentId?: string } | null)?.incidentId === incidentId,
    );

  it('is published with its updates, newest first, until it is resolved', async () => {
    const request = newIncident();
    const created = await create(request);
    expect(created).toMatchObject({ id: request.incidentId, components: ['payments'], resolvedAt: null });
    await update(created.id);
    const resolved = await update(created.id, { status: 'resolved', text: 'All waiting leads are sold.' });
    expect(resolved.updates.map(({ status }) => status)).toEqual(['resolved', 'monitoring', 'investigating']);
    expect(resolved.resolvedAt).toBe(resolved.updates[0]?.at);
    await expect(update(created.id)).rejects.toMatchObject({ code: 'INCIDENT_RESOLVED' });
    expect((await getHistory()).incidents).toContainEqual(resolved);
    expect((await listAudited(created.id)).map(({ action }) => action).toSorted()).toEqual([
      'incident-created',
      'incident-updated',
      'incident-updated',
    ]);
  });

  it('is created and updated once, however often the request arrives', async () => {
    const request = newIncident();
    const [first] = await Promise.all([create(request), create(request), create(request)]);
    const updateId = randomUUID();
    const answers = [1, 2].map(() => update(first.id, { updateId, status: 'resolved' }));
    expect((await Promise.all(answers)).map(({ updates }) => updates.length)).toEqual([2, 2]);
    expect(await listAudited(first.id)).toHaveLength(2);
  });

  it('is shown to visitors while it is open and for 90 days after', async () => {
    const [open, recent, old] = [
      await create(newIncident()),
      await create(newIncident()),
      await create(newIncident()),
    ];
    for (const { id } of [recent, old]) await update(id, { status: 'resolved' });
    await accounts.query(
      `UPDATE incidents SET created_at = now() - interval '99 days',
              resolved_at = CASE id WHEN $2 THEN now() - interval '89 days' WHEN $3 THEN now() - interval '91 days' END
        WHERE id IN ($1, $2, $3)`,
      [open.id, recent.id, old.id],
    );
    const shown = (await getHistory()).incidents.map(({ id }) => id);
    expect(shown).toEqual(expect.arrayContaining([open.id, recent.id]));
    expect(shown).not.toContain(old.id);
    const { incidents } = await accounts.commands.send(listIncidents, { actorId });
    expect(incidents.map(({ id }) => id)).toContain(old.id);
  });

  it('is published by admins only', async () => {
    const agent = { actorId: (await accounts.registerAgent()).userId };
    const { id } = await create(newIncident());
    await expect(create(newIncident(agent))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(update(id, agent)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(accounts.commands.send(listIncidents, agent)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(update(randomUUID())).rejects.toMatchObject({ code: 'INCIDENT_NOT_FOUND' });
  });
});
