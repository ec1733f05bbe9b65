import { randomUUID } from 'node:crypto';
import {
  type Disposition,
  getAgentReport,
  leadRefunded,
  listSoldLeads,
  timeZoneChanged,
  updateDisposition,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Fixture, type Offer, startFixture } from './lead-router.fixture.js';
import { newLead } from './lead-router.harness.js';

describe('a report', () => {
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

  /** Reads today's report. Any report tells which day it is for the buyer. */
  const read = async (buyerId = ada) => {
    const { today } = await fixture.client.send(getAgentReport, {
      buyerId,
      from: '2026-01-01',
      to: '2026-01-01',
    });
    return fixture.client.send(getAgentReport, { buyerId, from: today, to: today });
  };
  const setDisposition = (offer: Offer, disposition: Disposition, version = 1) =>
    fixture.client.send(updateDisposition, { buyerId: ada, leadId: offer.lead_id, version, disposition });
  const refund = (offer: Offer) =>
    fixture.deliver(leadRefunded, {
      refundId: randomUUID(),
      purchaseId: randomUUID(),
      offerId: offer.id,
      leadId: offer.lead_id,
      buyerId: offer.buyer_id,
      amountCents: 8_000,
      reason: 'duplicate-charge',
      refundedAt: new Date().toISOString(),
    });

  test('follows sales, statuses and refunds', async () => {
    const [won, lost, refunded] = [
      await fixture.sell({ state: 'TX', leadType: 'MYGA' }),
      await fixture.sell({ state: 'TX', leadType: 'Fixed' }),
      await fixture.sell({ state: 'FL', leadType: 'MYGA' }),
    ];
    await setDisposition(won, 'contacted');
    await setDisposition(won, 'won', 2);
    const commission = { buyerId: ada, leadId: won.lead_id, version: 3, commissionCents: 250_050 };
    await fixture.client.send(updateDisposition, commission);
    await setDisposition(lost, 'lost');
    await refund(refunded);
    await eventually(async () => (await read()).refunded === 1);
    const report = await read();
    expect(report).toMatchObject({
      timeZone: 'America/New_York',
      leads: 3,
      refunded: 1,
      spentCents: 16_000,
      commissionCents: 250_050,
      dispositions: { new: 1, contacted: 0, appointment: 0, won: 1, lost: 1 },
      days: [{ day: report.today, leads: 3, spentCents: 16_000 }],
      states: [
        { value: 'TX', leads: 2, won: 1 },
        { value: 'FL', leads: 1, won: 0 },
      ],
      leadTypes: [
        { value: 'MYGA', leads: 2, won: 1 },
        { value: 'Fixed', leads: 1, won: 0 },
      ],
    });
    expect(report.hours.reduce((sum, { leads }) => sum + leads, 0)).toBe(3);
    expect(report.contactSpeed).toEqual({
      own: { leads: 2, medianMs: expect.any(Number) },
      allAgents: { leads: 2, medianMs: expect.any(Number) },
    });
  });

  test('counts the first contact once, and only the agent’s own leads', async () => {
    const offer = await fixture.sell();
    await setDisposition(offer, 'contacted');
    const [first] = await fixture.query<{ at: Date }>('SELECT contacted_at AS at FROM sold_leads');
    await setDisposition(offer, 'new', 2);
    await setDisposition(offer, 'lost', 3);
    expect(await fixture.query('SELECT contacted_at AS at FROM sold_leads')).toEqual([first]);
    const ben = await fixture.addBuyer();
    expect((await read(ben)).contactSpeed).toMatchObject({
      own: { leads: 0, medianMs: null },
      allAgents: { leads: 1 },
    });
    expect(await read(ben)).toMatchObject({ leads: 0, spentCents: 0, days: [], hours: [], states: [] });
  });

  test('is refused for an unknown buyer', async () => {
    await expect(read(randomUUID())).rejects.toMatchObject({ code: 'BUYER_NOT_FOUND' });
  });

  test('counts the leads that the list finds with the same filters', async () => {
    await fixture.sell({ state: 'TX', leadType: 'MYGA', ageRange: '61-65', estimatedAssets: '$1M+' });
    await fixture.sell({ state: 'TX', leadType: 'Fixed', ageRange: '61-65', estimatedAssets: '$500K-$1M' });
    const { lead_id: leadId } = await fixture.sell({ state: 'FL', leadType: 'MYGA', ageRange: '76+' });
    await setDisposition({ lead_id: leadId } as Offer, 'appointment');
    const { today, states, leadTypes: types, ageRanges: ages, assetBands: assets } = await read();
    const total = async (filters: object) =>
      (
        await fixture.client.send(listSoldLeads, {
          ...{ buyerId: ada, search: null, days: null, page: 1, pageSize: 10 },
          ...{ from: today, to: today },
          ...filters,
        })
      ).total;
    for (const { value: state, leads } of states) await expect(total({ state })).resolves.toBe(leads);
    for (const { value: leadType, leads } of types) await expect(total({ leadType })).resolves.toBe(leads);
    for (const { value: ageRange, leads } of ages) await expect(total({ ageRange })).resolves.toBe(leads);
    for (const { value: assetBand, leads } of assets) await expect(total({ assetBand })).resolves.toBe(leads);
    await expect(total({ disposition: 'appointment' })).resolves.toBe(1);
    await expect(total({ state: 'TX', leadType: 'MYGA' })).resolves.toBe(1);
    await expect(total({ state: 'FL', leadType: 'Fixed' })).resolves.toBe(0);
    await expect(total({ from: '2026-01-01', to: '2026-01-02' })).resolves.toBe(0);
  });

  test('stays exact while leads are sold and the time zone changes', async () => {
    const offers = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { leadId } = await fixture.post(newLead());
        return fixture.waitForOffer(leadId);
      }),
    );
    await Promise.all([
      ...offers.map((offer) => fixture.charge(offer)),
      ...['America/Los_Angeles', 'America/St_Johns', 'Asia/Kolkata'].map((timeZone, version) =>
        fixture.deliver(
          timeZoneChanged,
          { userId: ada, timeZone, version: version + 1, at: new Date().toISOString() },
          randomUUID(),
        ),
      ),
    ]);
    await fixture.drain();
    await eventually(async () => (await read()).leads === offers.length);
    const select = 'SELECT * FROM sale_counts WHERE leads <> 0 ORDER BY day, dimension, value';
    const kept = await fixture.query(select);
    await fixture.query('SELECT recount_sales($1)', [ada]);
    expect(await fixture.query(select)).toEqual(kept);
  });
});
