import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { setDailyLimit, setService } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { newLead } from './lead-router.harness.js';
import { byBuyer, startFixture, type Fixture } from './lead-router.fixture.js';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.reset());

describe('reservation', () => {
  test('chooses the buyer who has waited longest', async () => {
    const buyers = [await fixture.addBuyer(), await fixture.addBuyer(), await fixture.addBuyer()];
    const chosen: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      const { leadId } = await fixture.post(newLead());
      chosen.push((await fixture.waitForOffer(leadId)).buyer_id);
    }
    expect(chosen).toEqual([...buyers, ...buyers]);
  });

  test('never exceeds the daily limits when thirty leads arrive at once, and the rest wait', async () => {
    await fixture.addBuyer({ limit: 7 });
    await fixture.addBuyer({ limit: 5 });
    await Promise.all(Array.from({ length: 30 }, () => fixture.post(newLead())));
    await fixture.drain();
    const counts = await fixture.query<{ offers: number; used: number }>(
      `SELECT count(o.id)::int AS offers, b.slots_used AS used FROM buyers b
         LEFT JOIN lead_offers o ON o.buyer_id = b.id GROUP BY b.id ORDER BY offers`,
    );
    expect(counts).toEqual([
      { offers: 5, used: 5 },
      { offers: 7, used: 7 },
    ]);
    await expect(fixture.query("SELECT 1 FROM leads WHERE status = 'available'")).resolves.toHaveLength(18);
  });

  test('makes no offer after a pause is confirmed', async () => {
    const buyerId = await fixture.addBuyer();
    await fixture.client.send(setService, { ...byBuyer(buyerId), serviceEnabled: false });
    const { leadId } = await fixture.post(newLead());
    await fixture.drain();
    await expect(fixture.listOffers(leadId)).resolves.toEqual([]);
    await fixture.client.send(setService, { ...byBuyer(buyerId), serviceEnabled: true });
    await expect(fixture.waitForOffer(leadId)).resolves.toMatchObject({ buyer_id: buyerId });
  });

  test('makes no offer after a pause is confirmed while leads keep arriving', async () => {
    const buyerId = await fixture.addBuyer({ limit: 1000 });
    const posting = Promise.all(Array.from({ length: 40 }, () => fixture.post(newLead())));
    for (const serviceEnabled of [false, true, false])
      await fixture.client.send(setService, { ...byBuyer(buyerId), serviceEnabled });
    await posting;
    await fixture.drain();
    await expect(
      fixture.query(
        `SELECT o.id FROM lead_offers o
          WHERE NOT (SELECT c.service_enabled FROM buyer_changes c
                      WHERE c.buyer_id = o.buyer_id AND c.at < o.reserved_at ORDER BY c.at DESC LIMIT 1)`,
      ),
    ).resolves.toEqual([]);
  });

  test('offers waiting leads after a raised limit, oldest first, and none after a lowered one', async () => {
    const buyerId = await fixture.addBuyer({ limit: 2 });
    const leads: string[] = [];
    for (let index = 0; index < 5; index += 1) leads.push((await fixture.post(newLead())).leadId);
    const waitForReserved = (count: number) =>
      eventually(async () =>
        expect(await Promise.all(leads.map(fixture.getStatus))).toEqual(
          leads.map((_, index) => (index < count ? 'reserved' : 'available')),
        ),
      );
    await fixture.drain();
    await waitForReserved(2);
    // Two more: each copy may take a lead at the same moment, the newer one first.
    await fixture.client.send(setDailyLimit, { ...byBuyer(buyerId), dailyLeadLimit: 4 });
    await waitForReserved(4);
    await fixture.client.send(setDailyLimit, { ...byBuyer(buyerId), dailyLeadLimit: 1 });
    await expect(
      fixture.query('SELECT is_eligible, slots_used FROM buyers WHERE id = $1', [buyerId]),
    ).resolves.toEqual([{ is_eligible: false, slots_used: 4 }]);
  });

  test('resumes at midnight in the buyer’s time zone', async () => {
    const buyerId = await fixture.addBuyer({ limit: 1, timeZone: 'Pacific/Honolulu' });
    const first = await fixture.post(newLead());
    await fixture.waitForOffer(first.leadId);
    const second = await fixture.post(newLead());
    await fixture.drain();
    await expect(fixture.getStatus(second.leadId)).resolves.toBe('available');
    const [due] = await fixture.query<{ midnight: boolean }>(
      `SELECT recheck_at = ((now() AT TIME ZONE 'Pacific/Honolulu')::date + 1)::timestamp
                            AT TIME ZONE 'Pacific/Honolulu' AS midnight FROM buyers WHERE id = $1`,
      [buyerId],
    );
    expect(due?.midnight).toBe(true);
    await fixture.setStored(
      "UPDATE buyers SET slots_day = slots_day - 1, recheck_at = now() - interval '1 second'",
    );
    await expect(fixture.waitForOffer(second.leadId)).resolves.toMatchObject({ slot_number: 1 });
  });

  test('expires a lead that no buyer gets in time', async () => {
    const { leadId } = await fixture.post(newLead());
    await fixture.drain();
    await fixture.query("UPDATE leads SET created_at = now() - interval '25 hours' WHERE id = $1", [leadId]);
    await eventually(async () => (await fixture.getStatus(leadId)) === 'expired');
    await fixture.addBuyer();
    await fixture.drain();
    await expect(fixture.listOffers(leadId)).resolves.toEqual([]);
  });
});
