import { randomUUID } from 'node:crypto';
import {
  exportSoldLeads,
  getSoldLead,
  listSoldLeads,
  type ReminderFilter,
  setDispositions,
  updateDisposition,
  withholdLead,
} from '@desk/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Fixture, type Offer, startFixture } from './lead-router.fixture.js';

let fixture: Fixture;
let ada: string;

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  await fixture.reset();
  ada = await fixture.addBuyer();
});

const update = ({ lead_id: leadId }: Offer, version: number, over: object) =>
  fixture.client.send(updateDisposition, { buyerId: ada, leadId, version, ...over });
const get = ({ lead_id: leadId }: Offer) => fixture.client.send(getSoldLead, { buyerId: ada, leadId });
const setAll = (leadIds: string[], disposition: 'contacted' | 'lost') =>
  fixture.client.send(setDispositions, { buyerId: ada, leadIds, disposition });
const withhold = ({ lead_id: leadId, id: offerId, buyer_id: buyerId }: Offer) =>
  fixture.client.send(withholdLead, { leadId, offerId, buyerId });
const setReminder = (offer: Offer, fromNow: string) =>
  fixture.query(
    'UPDATE sold_leads SET remind_at = now() + $2::interval, reminded_at = now() WHERE lead_id = $1',
    [offer.lead_id, fromNow],
  );

const plans = { remindAt: '2099-07-01T15:00', appointmentAt: '2099-12-01T09:30', commissionCents: 125_050 };
/** In New York. */
const stored = { ...plans, remindAt: '2099-07-01T19:00:00.000Z', appointmentAt: '2099-12-01T14:30:00.000Z' };
const noPlans = { remindAt: null, appointmentAt: null, commissionCents: null };

describe('the plans for a lead', () => {
  test('are stored with the status, kept if they are absent, and cleared by null', async () => {
    const offer = await fixture.sell();
    await expect(update(offer, 1, { ...plans, disposition: 'appointment' })).resolves.toEqual({
      disposition: 'appointment',
      notes: '',
      ...stored,
      version: 2,
    });
    await expect(update(offer, 2, { notes: 'Spoke today' })).resolves.toMatchObject({
      ...stored,
      version: 3,
    });
    await expect(get(offer)).resolves.toMatchObject({ ...stored, version: 3 });
    await expect(update(offer, 3, noPlans)).resolves.toMatchObject({ ...noPlans, notes: 'Spoke today' });
    await expect(update(offer, 4, { commissionCents: 0 })).resolves.toMatchObject({
      ...noPlans,
      commissionCents: 0,
    });
  });

  test.each([
    ['remindAt', '2099-07-01T15:01'],
    ['appointmentAt', '2099-12-01T09:31'],
    ['commissionCents', 125_051],
    ['remindAt', null],
    ['commissionCents', null],
  ])(
    'are accepted again if the same update is repeated, but not with another %s (%s)',
    async (field, other) => {
      const offer = await fixture.sell();
      const first = await update(offer, 1, plans);
      await expect(update(offer, 1, plans)).resolves.toEqual(first);
      await expect(update(offer, 1, { ...plans, [field]: other })).rejects.toMatchObject({
        code: 'LEAD_CHANGED',
      });
      await expect(get(offer)).resolves.toMatchObject(first);
    },
  );

  test('cannot begin with a reminder whose time has passed', async () => {
    const offer = await fixture.sell();
    const passed = { remindAt: '2026-01-05T09:00', commissionCents: 5 };
    await expect(update(offer, 1, passed)).rejects.toMatchObject({ code: 'REMINDER_PASSED' });
    await expect(update(offer, 7, passed)).rejects.toMatchObject({ code: 'LEAD_CHANGED' });
    await expect(update(offer, 1, { appointmentAt: '2026-01-05T09:00' })).resolves.toMatchObject({
      version: 2,
    });
  });

  test('cannot be changed after the lead was refunded', async () => {
    const offer = await fixture.sell();
    await withhold(offer);
    await expect(update(offer, 1, plans)).rejects.toMatchObject({ code: 'LEAD_ALREADY_REFUNDED' });
  });

  test('are on the list and in the export, and the page shows when the lead was seen and contacted', async () => {
    const offer = await fixture.sell();
    await update(offer, 1, plans);
    const filters = { buyerId: ada, search: null, days: null };
    const list = await fixture.client.send(listSoldLeads, { ...filters, page: 1, pageSize: 10 });
    const exported = await fixture.client.send(exportSoldLeads, { ...filters, after: null, limit: 10 });
    for (const { leads } of [list, exported]) expect(leads).toMatchObject([{ ...stored, version: 2 }]);
    const seenAt: unknown = expect.any(String);
    await expect(get(offer)).resolves.toMatchObject({ seenAt, contactedAt: null });
    await update(offer, 2, { disposition: 'contacted' });
    await expect(get(offer)).resolves.toMatchObject({ seenAt, contactedAt: expect.any(String) });
  });
});

describe('one status for several leads', () => {
  test('counts the leads that have it now, except refunded ones and those of other agents', async () => {
    const [changed, same, refundedLead, bens] = [
      await fixture.sell(),
      await fixture.sell(),
      await fixture.sell(),
      await fixture.sell(),
    ];
    await update(same, 1, { disposition: 'contacted' });
    await withhold(refundedLead);
    await fixture.query('UPDATE sold_leads SET buyer_id = $2 WHERE lead_id = $1', [
      bens.lead_id,
      randomUUID(),
    ]);
    const leadIds = [changed, same, refundedLead, bens].map(({ lead_id: id }) => id);
    await expect(setAll([...leadIds, randomUUID()], 'contacted')).resolves.toEqual({ leads: 2 });
    const rows = await fixture.query(
      `SELECT disposition, version, contacted_at IS NOT NULL AS contacted FROM sold_leads
        ORDER BY array_position($1::uuid[], lead_id)`,
      [leadIds],
    );
    const untouched = { disposition: 'new', version: 1, contacted: false };
    const contacted = { disposition: 'contacted', version: 2, contacted: true };
    expect(rows).toEqual([contacted, contacted, untouched, untouched]);
    await expect(setAll(leadIds, 'contacted')).resolves.toEqual({ leads: 2 });
    await expect(update(changed, 1, { notes: 'Late' })).rejects.toMatchObject({ code: 'LEAD_CHANGED' });
  });

  test('is set by concurrent requests one after the other, and counted exactly', async () => {
    const offers = [await fixture.sell(), await fixture.sell(), await fixture.sell()];
    const leadIds = offers.map(({ lead_id: id }) => id);
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        setAll(index % 2 === 0 ? leadIds : leadIds.toReversed(), index % 2 === 0 ? 'contacted' : 'lost'),
      ),
    );
    expect(await fixture.query('SELECT DISTINCT disposition FROM sold_leads')).toHaveLength(1);
    const select = 'SELECT * FROM sale_counts WHERE leads <> 0 ORDER BY day, dimension, value';
    const kept = await fixture.query(select);
    await fixture.query('SELECT recount_sales($1)', [ada]);
    expect(await fixture.query(select)).toEqual(kept);
  });
});

describe('filtered leads', () => {
  const filters = (over: object) => ({ buyerId: ada, search: null, days: null, ...over });
  const idsOf = (leads: readonly { readonly id: string }[]) => leads.map(({ id }) => id).toSorted();

  test('have a reminder that is due, due today, or set at all, and are not refunded', async () => {
    const [due, later, never] = [await fixture.sell(), await fixture.sell(), await fixture.sell()];
    await setReminder(due, '-40 days');
    await setReminder(later, '2 days');
    const refundedLead = await fixture.sell();
    await setReminder(refundedLead, '-1 day');
    await withhold(refundedLead);
    const expected: Readonly<Record<ReminderFilter, Offer[]>> = {
      due: [due],
      today: [due],
      set: [due, later],
    };
    for (const [reminder, offers] of Object.entries(expected)) {
      const ids = idsOf(offers.map(({ lead_id: id }) => ({ id })));
      const list = { ...filters({ reminder }), page: 1, pageSize: 10 };
      const { leads, total } = await fixture.client.send(listSoldLeads, list);
      const exported = await fixture.client.send(exportSoldLeads, {
        ...filters({ reminder }),
        after: null,
        limit: 10,
      });
      expect([idsOf(leads), idsOf(exported.leads), total]).toEqual([ids, ids, ids.length]);
    }
    await expect(get(never)).resolves.toMatchObject({ remindAt: null });
  });

  test('are the agent’s own leads among those selected for the export that match the filters', async () => {
    const [one, two, other] = [
      await fixture.sell({ state: 'TX' }),
      await fixture.sell({ state: 'FL' }),
      await fixture.sell({ state: 'TX' }),
    ];
    const selected = async (over: object) => {
      const request = { ...filters(over), after: null, limit: 10 };
      return idsOf((await fixture.client.send(exportSoldLeads, request)).leads);
    };
    const leadIds = [one.lead_id, two.lead_id];
    await expect(selected({ leadIds })).resolves.toEqual(leadIds.toSorted());
    await expect(selected({ leadIds, state: 'TX' })).resolves.toEqual([one.lead_id]);
    await expect(selected({ leadIds: [randomUUID()] })).resolves.toEqual([]);
    await expect(selected({ leadIds: [other.lead_id], buyerId: randomUUID() })).resolves.toEqual([]);
  });
});
