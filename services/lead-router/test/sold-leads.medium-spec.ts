import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  exportSoldLeads,
  getSoldLead,
  type LeadPeriod,
  listSoldLeads,
  setService,
  updateDisposition,
} from '@desk/contracts';
import { byBuyer, type Offer, startFixture, type Fixture } from './lead-router.fixture.js';

let fixture: Fixture;
let ada: string;
let ben: string;
const adasOffers: Offer[] = [];
let bensOffer: Offer;

beforeAll(async () => {
  fixture = await startFixture();
  ada = await fixture.addBuyer();
  for (const over of [
    {
      fullName: 'Ann-Marie Lee',
      email: 'ann.lee_2@example.com',
      phone: '+12125550123',
      state: 'NY' as const,
    },
    { fullName: 'José  Pérez', email: 'jp@casa.example.com', phone: '+13055550199', state: 'FL' as const },
    { fullName: 'Virginia Woolf', email: 'vw@example.org', phone: '+14155550177', state: 'CA' as const },
  ])
    adasOffers.push(await fixture.sell(over));
  await fixture.client.send(setService, { ...byBuyer(ada), serviceEnabled: false });
  ben = await fixture.addBuyer();
  bensOffer = await fixture.sell({ fullName: 'Ann Other', state: 'VA' });
});
afterAll(() => fixture.stop());

const list = (over: {
  search?: string;
  days?: LeadPeriod;
  page?: number;
  pageSize?: number;
  buyerId?: string;
}) =>
  fixture.client.send(listSoldLeads, {
    buyerId: ada,
    search: null,
    days: null,
    page: 1,
    pageSize: 10,
    ...over,
  });

describe('the list of sold leads', () => {
  test('returns only the buyer’s own leads, newest first', async () => {
    const { leads, total, any } = await list({});
    expect(leads.map(({ id }) => id)).toEqual(adasOffers.map((offer) => offer.lead_id).toReversed());
    expect({ total, any }).toEqual({ total: 3, any: true });
    expect(leads[2]).toMatchObject({
      fullName: 'Ann-Marie Lee',
      phone: '+12125550123',
      amountCents: 8_000,
      deliveredAt: null,
      disposition: 'new',
    });
    await expect(list({ buyerId: ben })).resolves.toMatchObject({
      total: 1,
      leads: [{ fullName: 'Ann Other' }],
    });
  });

  test('is empty for a buyer without leads', async () => {
    await expect(list({ buyerId: randomUUID() })).resolves.toEqual({ leads: [], total: 0, any: false });
  });

  test('is split into pages', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => list({ page, pageSize: 2 })));
    expect(pages.map(({ leads }) => leads.length)).toEqual([2, 1, 0]);
    expect(pages.map(({ total }) => total)).toEqual([3, 3, 3]);
    expect(pages.flatMap(({ leads }) => leads.map(({ id }) => id))).toEqual(
      adasOffers.map((offer) => offer.lead_id).toReversed(),
    );
  });

  test.each<[string, string[]]>([
    ['ann', ['Ann-Marie Lee']],
    ['(212) 555-0123', ['Ann-Marie Lee']],
    ['PÉREZ fl', ['José  Pérez']],
    ['example.com', ['José  Pérez', 'Ann-Marie Lee']],
    ['555', ['Virginia Woolf', 'José  Pérez', 'Ann-Marie Lee']],
    ['lee woolf', []],
    ['other', []],
  ])('searches for %j', async (search, names) => {
    const { leads, total, any } = await list({ search });
    expect(leads.map(({ fullName }) => fullName)).toEqual(names);
    expect({ total, any }).toEqual({ total: names.length, any: true });
  });

  test('filters by age in days', async () => {
    const old = adasOffers[0]!.lead_id;
    const setBack = (interval: string) =>
      fixture.query(`UPDATE sold_leads SET sold_at = now() - $2::interval WHERE lead_id = $1`, [
        old,
        interval,
      ]);
    const [lead] = await fixture.query<{ sold_at: Date }>('SELECT sold_at FROM leads WHERE id = $1', [old]);
    const totals = () =>
      Promise.all((['1', '7', '14', '30'] as const).map(async (days) => (await list({ days })).total));
    await setBack('25 hours');
    await expect(totals()).resolves.toEqual([2, 3, 3, 3]);
    await setBack('29 days');
    await expect(totals()).resolves.toEqual([2, 2, 2, 3]);
    await fixture.query('UPDATE sold_leads SET sold_at = $2 WHERE lead_id = $1', [old, lead!.sold_at]);
  });
});

describe('the export of sold leads', () => {
  test('continues after the cursor until the last page', async () => {
    const first = await fixture.client.send(exportSoldLeads, {
      buyerId: ada,
      search: null,
      days: null,
      after: null,
      limit: 2,
    });
    expect(first.leads.map(({ fullName, notes }) => [fullName, notes])).toEqual([
      ['Virginia Woolf', ''],
      ['José  Pérez', ''],
    ]);
    expect(first.next).toEqual({ soldAt: first.leads[1]!.soldAt, leadId: first.leads[1]!.id });
    const second = await fixture.client.send(exportSoldLeads, {
      buyerId: ada,
      search: null,
      days: null,
      after: first.next,
      limit: 2,
    });
    expect(second.leads.map(({ fullName }) => fullName)).toEqual(['Ann-Marie Lee']);
    expect(second.next).toBeNull();
  });

  test('applies the filters of the list', async () => {
    const { leads } = await fixture.client.send(exportSoldLeads, {
      buyerId: ada,
      search: 'example.com',
      days: '7',
      after: null,
      limit: 1_000,
    });
    expect(leads.map(({ fullName }) => fullName)).toEqual(['José  Pérez', 'Ann-Marie Lee']);
  });
});

describe('a sold lead', () => {
  test('is returned in full to its buyer', async () => {
    const [offer] = adasOffers;
    await expect(
      fixture.client.send(getSoldLead, { buyerId: ada, leadId: offer!.lead_id }),
    ).resolves.toMatchObject({
      id: offer!.lead_id,
      offerId: offer!.id,
      funnelName: 'Test funnel',
      consent: null,
      notes: '',
      version: 1,
    });
  });

  test('is not found by another buyer, or if it does not exist', async () => {
    const mine = { buyerId: ada, version: 1, disposition: 'won' as const };
    for (const leadId of [bensOffer.lead_id, randomUUID()]) {
      await expect(fixture.client.send(getSoldLead, { buyerId: ada, leadId })).rejects.toMatchObject({
        code: 'LEAD_NOT_FOUND',
      });
      await expect(fixture.client.send(updateDisposition, { ...mine, leadId })).rejects.toMatchObject({
        code: 'LEAD_NOT_FOUND',
      });
    }
    await expect(
      fixture.client.send(getSoldLead, { buyerId: ben, leadId: bensOffer.lead_id }),
    ).resolves.toMatchObject({ disposition: 'new', version: 1 });
  });
});

describe('the disposition', () => {
  const noPlans = { remindAt: null, appointmentAt: null, commissionCents: null };
  const update = (over: object) =>
    fixture.client.send(updateDisposition, {
      buyerId: ada,
      leadId: adasOffers[1]!.lead_id,
      version: 1,
      ...over,
    });

  test('is updated field by field, and rejects an outdated version', async () => {
    await expect(update({ disposition: 'contacted' })).resolves.toEqual({
      disposition: 'contacted',
      notes: '',
      ...noPlans,
      version: 2,
    });
    await expect(update({ notes: 'Spoke today' })).rejects.toMatchObject({ code: 'LEAD_CHANGED' });
    await expect(update({ version: 2, notes: 'Spoke today' })).resolves.toEqual({
      disposition: 'contacted',
      notes: 'Spoke today',
      ...noPlans,
      version: 3,
    });
    await expect(
      fixture.client.send(getSoldLead, { buyerId: ada, leadId: adasOffers[1]!.lead_id }),
    ).resolves.toMatchObject({ disposition: 'contacted', notes: 'Spoke today', version: 3 });
  });

  test('accepts a repeated update, but not a different one with the same version', async () => {
    await expect(update({ version: 2, notes: 'Spoke today' })).resolves.toMatchObject({ version: 3 });
    await expect(update({ version: 2, notes: 'Other' })).rejects.toMatchObject({ code: 'LEAD_CHANGED' });
  });

  test('accepts one of two concurrent updates', async () => {
    const results = await Promise.allSettled([
      update({ version: 3, disposition: 'won' }),
      update({ version: 3, disposition: 'lost' }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});
