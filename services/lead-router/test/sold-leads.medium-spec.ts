import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  exportSoldLeads,
  updateDisposition,
  getSoldLead,
  type LeadPeriod,
  listSoldLeads,
  setService,
} from '@desk/contracts';
import { type Offer, startWorld, type World } from './lead-router.world.js';

let world: World;
let ada: string;
let ben: string;
const ofAda: Offer[] = [];
let ofBen: Offer;

beforeAll(async () => {
  world = await startWorld();
  ada = await world.addBuyer();
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
    ofAda.push(await world.sell(over));
  await world.client.send(setService, { buyerId: ada, serviceEnabled: false });
  ben = await world.addBuyer();
  ofBen = await world.sell({ fullName: 'Ann Other', state: 'VA' });
});
afterAll(() => world.stop());

const list = (over: {
  search?: string;
  days?: LeadPeriod;
  page?: number;
  pageSize?: number;
  buyerId?: string;
}) =>
  world.client.send(listSoldLeads, {
    buyerId: ada,
    search: null,
    days: null,
    page: 1,
    pageSize: 10,
    ...over,
  });

describe('a buyer’s list', () => {
  test('has the buyer’s own leads, newest first, and nobody else’s', async () => {
    const { leads, total, any } = await list({});
    expect(leads.map(({ id }) => id)).toEqual(ofAda.map((offer) => offer.lead_id).toReversed());
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

  test('somebody who has bought nothing has an empty one', async () => {
    await expect(list({ buyerId: randomUUID() })).resolves.toEqual({ leads: [], total: 0, any: false });
  });

  test('comes in pages, and ends', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => list({ page, pageSize: 2 })));
    expect(pages.map(({ leads }) => leads.length)).toEqual([2, 1, 0]);
    expect(pages.map(({ total }) => total)).toEqual([3, 3, 3]);
    expect(pages.flatMap(({ leads }) => leads.map(({ id }) => id))).toEqual(
      ofAda.map((offer) => offer.lead_id).toReversed(),
    );
  });

  test.each<[string, string[]]>([
    ['ann', ['Ann-Marie Lee']],
    ['LEE ann', ['Ann-Marie Lee']],
    ['(212) 555-0123', ['Ann-Marie Lee']],
    ['2125550123', ['Ann-Marie Lee']],
    ['+1212', ['Ann-Marie Lee']],
    ['ny', ['Ann-Marie Lee']],
    ['New York', ['Ann-Marie Lee']],
    ['lee_2@', ['Ann-Marie Lee']],
    ['ann_lee', []],
    ['jose perez', ['José  Pérez']],
    ['PÉREZ fl', ['José  Pérez']],
    ['virginia', ['Virginia Woolf']],
    ['va', []],
    ['j', ['José  Pérez']],
    ['example.com', ['José  Pérez', 'Ann-Marie Lee']],
    ['555', ['Virginia Woolf', 'José  Pérez', 'Ann-Marie Lee']],
    ['lee woolf', []],
    ['other', []],
  ])('searched for %j', async (search, names) => {
    const { leads, total, any } = await list({ search });
    expect(leads.map(({ fullName }) => fullName)).toEqual(names);
    expect({ total, any }).toEqual({ total: names.length, any: true });
  });

  test('of the last days', async () => {
    const old = ofAda[0]!.lead_id;
    const setBack = (interval: string) =>
      world.query(`UPDATE sold_leads SET sold_at = now() - $2::interval WHERE lead_id = $1`, [old, interval]);
    const { rows } = {
      rows: await world.query<{ sold_at: Date }>('SELECT sold_at FROM leads WHERE id = $1', [old]),
    };
    const totals = () =>
      Promise.all((['1', '7', '14', '30'] as const).map(async (days) => (await list({ days })).total));
    await setBack('25 hours');
    await expect(totals()).resolves.toEqual([2, 3, 3, 3]);
    await setBack('29 days');
    await expect(totals()).resolves.toEqual([2, 2, 2, 3]);
    await world.query('UPDATE sold_leads SET sold_at = $2 WHERE lead_id = $1', [old, rows[0]!.sold_at]);
  });
});

describe('the export', () => {
  test('goes on after the last one seen until there is none', async () => {
    const first = await world.client.send(exportSoldLeads, {
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
    const second = await world.client.send(exportSoldLeads, {
      buyerId: ada,
      search: null,
      days: null,
      after: first.next,
      limit: 2,
    });
    expect(second.leads.map(({ fullName }) => fullName)).toEqual(['Ann-Marie Lee']);
    expect(second.next).toBeNull();
  });

  test('has what the list has for the same filters', async () => {
    const { leads } = await world.client.send(exportSoldLeads, {
      buyerId: ada,
      search: 'example.com',
      days: '7',
      after: null,
      limit: 1_000,
    });
    expect(leads.map(({ fullName }) => fullName)).toEqual(['José  Pérez', 'Ann-Marie Lee']);
  });
});

describe('one lead', () => {
  test('is shown whole to the buyer who has it', async () => {
    const [offer] = ofAda;
    await expect(
      world.client.send(getSoldLead, { buyerId: ada, leadId: offer!.lead_id }),
    ).resolves.toMatchObject({
      id: offer!.lead_id,
      offerId: offer!.id,
      funnelName: 'Test funnel',
      consent: null,
      notes: '',
      version: 1,
    });
  });

  test('of another buyer is not found, nor is one that nobody has', async () => {
    const mine = { buyerId: ada, version: 1, disposition: 'won' as const };
    for (const leadId of [ofBen.lead_id, randomUUID()]) {
      await expect(world.client.send(getSoldLead, { buyerId: ada, leadId })).rejects.toMatchObject({
        code: 'LEAD_NOT_FOUND',
      });
      await expect(world.client.send(updateDisposition, { ...mine, leadId })).rejects.toMatchObject({
        code: 'LEAD_NOT_FOUND',
      });
    }
    await expect(
      world.client.send(getSoldLead, { buyerId: ben, leadId: ofBen.lead_id }),
    ).resolves.toMatchObject({ disposition: 'new', version: 1 });
  });
});

describe('what the agent keeps', () => {
  const change = (over: object) =>
    world.client.send(updateDisposition, { buyerId: ada, leadId: ofAda[1]!.lead_id, version: 1, ...over });

  test('is changed one part at a time, and a change made on an older version is refused', async () => {
    await expect(change({ disposition: 'contacted' })).resolves.toEqual({
      disposition: 'contacted',
      notes: '',
      version: 2,
    });
    await expect(change({ notes: 'Spoke today' })).rejects.toMatchObject({ code: 'LEAD_CHANGED' });
    await expect(change({ version: 2, notes: 'Spoke today\u0000' })).resolves.toEqual({
      disposition: 'contacted',
      notes: 'Spoke today',
      version: 3,
    });
    await expect(
      world.client.send(getSoldLead, { buyerId: ada, leadId: ofAda[1]!.lead_id }),
    ).resolves.toMatchObject({ disposition: 'contacted', notes: 'Spoke today', version: 3 });
  });

  test('the very same change again is done already, another one is not', async () => {
    await expect(change({ version: 2, notes: 'Spoke today' })).resolves.toMatchObject({ version: 3 });
    await expect(change({ version: 2, notes: 'Other' })).rejects.toMatchObject({ code: 'LEAD_CHANGED' });
  });

  test('of two windows at once, one wins', async () => {
    const results = await Promise.allSettled([
      change({ version: 3, disposition: 'won' }),
      change({ version: 3, disposition: 'lost' }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});
