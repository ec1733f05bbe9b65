import { randomUUID } from 'node:crypto';
import { DataCipher } from '@desk/service-kit';
import { testDataKey } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LeadIndex } from '../src/search/lead-index.js';
import { DispositionController, DispositionRepository } from '../src/sold-leads/disposition.controller.js';
import { SoldLeadSearchRepository } from '../src/sold-leads/sold-lead-search.repository.js';
import { insertSale, startStatements, type StatementsHarness } from './statements.harness.js';

let statements: StatementsHarness;
let dispositions: DispositionController;
let search: SoldLeadSearchRepository;

beforeAll(async () => {
  statements = await startStatements();
  const { dataSource } = statements;
  const cipher = new DataCipher(testDataKey());
  dispositions = new DispositionController(new DispositionRepository(dataSource, cipher));
  search = new SoldLeadSearchRepository(dataSource, new LeadIndex(cipher));
});
afterAll(() => statements.stop());

async function addLead(timeZone: string, buyerId = randomUUID()) {
  await statements.client.query(
    `INSERT INTO buyers (id, service_enabled, daily_lead_limit, time_zone) VALUES ($1, true, 1000, $2)
     ON CONFLICT DO NOTHING`,
    [buyerId, timeZone],
  );
  return { buyerId, leadId: await insertSale(statements, { buyerId }) };
}

describe('a time on the agent’s clock', () => {
  test.each([
    ['America/New_York', '2026-03-31T15:00', '2026-03-31T19:00:00.000Z', 'in summer'],
    ['America/New_York', '2026-03-08T01:59', '2026-03-08T06:59:00.000Z', 'before the clock goes forward'],
    [
      'America/New_York',
      '2026-03-08T02:30',
      '2026-03-08T07:30:00.000Z',
      'that the clock skips: half past three',
    ],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T06:30:00.000Z', 'that comes twice: the second one'],
    ['America/Los_Angeles', '2026-03-08T03:00', '2026-03-08T10:00:00.000Z', 'after the clock went forward'],
    ['America/Los_Angeles', '2026-11-01T02:00', '2026-11-01T10:00:00.000Z', 'after the clock went back'],
    ['America/St_Johns', '2026-03-08T12:00', '2026-03-08T14:30:00.000Z', 'half an hour off, in summer'],
    ['America/St_Johns', '2026-11-01T12:00', '2026-11-01T15:30:00.000Z', 'half an hour off, in winter'],
    ['Asia/Kolkata', '2026-03-31T15:00', '2026-03-31T09:30:00.000Z', 'half an hour off, all year'],
  ])('of %s, %s, is %s (%s)', async (timeZone, local, instant) => {
    await statements.setClock('2026-01-05T00:00:00.000Z');
    const lead = await addLead(timeZone);
    const plans = { remindAt: local, appointmentAt: local };
    await expect(dispositions.update({ ...lead, version: 1, ...plans })).resolves.toMatchObject({
      remindAt: instant,
      appointmentAt: instant,
    });
  });

  test('is refused once it has passed, unless it is already stored', async () => {
    const lead = { ...(await addLead('America/New_York')), remindAt: '2026-03-31T15:00' };
    await statements.setClock('2026-03-31T19:00:00.000Z');
    await expect(dispositions.update({ ...lead, version: 1 })).rejects.toMatchObject({
      code: 'REMINDER_PASSED',
    });
    await statements.setClock('2026-03-31T18:59:59.999Z');
    await dispositions.update({ ...lead, version: 1 });
    await statements.setClock('2026-03-31T20:00:00.000Z');
    await expect(dispositions.update({ ...lead, version: 1 })).resolves.toMatchObject({ version: 2 });
    await expect(dispositions.update({ ...lead, version: 2, notes: 'Called' })).resolves.toMatchObject({
      version: 3,
    });
    const earlier = { ...lead, version: 3, remindAt: '2026-03-31T14:00' };
    await expect(dispositions.update(earlier)).rejects.toMatchObject({ code: 'REMINDER_PASSED' });
  });
});

describe('the reminders of today', () => {
  test.each([
    ['America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-08', '2026-03-09', 'a day of 23 hours'],
    ['America/Los_Angeles', '2026-11-01T12:00:00.000Z', '2026-11-01', '2026-11-02', 'a day of 25 hours'],
    ['America/St_Johns', '2026-11-02T03:28:30.000Z', '2026-11-01', '2026-11-02', 'the last minute of a day'],
    ['Asia/Kolkata', '2026-03-30T18:30:00.000Z', '2026-03-31', '2026-04-01', 'the first minute of a day'],
  ])('in %s at %s are those until midnight (%s)', async (timeZone, now, today, tomorrow) => {
    await statements.setClock('2026-01-05T00:00:00.000Z');
    const { buyerId, ...inTime } = await addLead(timeZone);
    const [overdue, late] = [await addLead(timeZone, buyerId), await addLead(timeZone, buyerId)];
    const remind = (leadId: string, remindAt: string) =>
      dispositions.update({ buyerId, leadId, version: 1, remindAt });
    await remind(overdue.leadId, '2026-02-01T08:00');
    await remind(inTime.leadId, `${today}T23:59`);
    await remind(late.leadId, `${tomorrow}T00:00`);
    await statements.setClock(now);
    const find = async (reminder: 'due' | 'today' | 'set') =>
      (await search.findPage({ buyerId, search: null, days: null, reminder }, 10, 0)).ids.toSorted();
    await expect(find('due')).resolves.toEqual([overdue.leadId]);
    await expect(find('today')).resolves.toEqual([overdue.leadId, inTime.leadId].toSorted());
    await expect(find('set')).resolves.toHaveLength(3);
  });
});
