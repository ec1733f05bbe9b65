import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { setDailyLimit, setService } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { someLead } from './lead-router.harness.js';
import { startWorld, type World } from './lead-router.world.js';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.reset());

describe('reservation', () => {
  test('the buyer who has waited longest is next', async () => {
    const buyers = [await world.addBuyer(), await world.addBuyer(), await world.addBuyer()];
    const served: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      const { leadId } = await world.post(someLead());
      served.push((await world.offerOf(leadId)).buyer_id);
    }
    expect(served).toEqual([...buyers, ...buyers]);
  });

  test('thirty leads at once never exceed the limits, and the rest wait', async () => {
    await world.addBuyer({ limit: 7 });
    await world.addBuyer({ limit: 5 });
    await Promise.all(Array.from({ length: 30 }, () => world.post(someLead())));
    await world.settled();
    const counts = await world.query<{ held: number; used: number }>(
      `SELECT count(o.id)::int AS held, b.units_used AS used FROM buyers b
         LEFT JOIN lead_offers o ON o.buyer_id = b.id GROUP BY b.id ORDER BY held`,
    );
    expect(counts).toEqual([
      { held: 5, used: 5 },
      { held: 7, used: 7 },
    ]);
    await expect(world.query("SELECT 1 FROM leads WHERE status = 'available'")).resolves.toHaveLength(18);
  });

  test('a pause holds from its answer on', async () => {
    const buyerId = await world.addBuyer();
    await world.client.send(setService, { buyerId, serviceEnabled: false });
    const { leadId } = await world.post(someLead());
    await world.settled();
    await expect(world.offers(leadId)).resolves.toEqual([]);
    await world.client.send(setService, { buyerId, serviceEnabled: true });
    await expect(world.offerOf(leadId)).resolves.toMatchObject({ buyer_id: buyerId });
  });

  test('pauses in the midst of a stream of leads: no offer after the confirmed pause', async () => {
    const buyerId = await world.addBuyer({ limit: 1000 });
    const posting = Promise.all(Array.from({ length: 40 }, () => world.post(someLead())));
    for (const serviceEnabled of [false, true, false])
      await world.client.send(setService, { buyerId, serviceEnabled });
    await posting;
    await world.settled();
    await expect(
      world.query(
        `SELECT o.id FROM lead_offers o
          WHERE NOT (SELECT c.service_enabled FROM buyer_changes c
                      WHERE c.buyer_id = o.buyer_id AND c.at < o.reserved_at ORDER BY c.at DESC LIMIT 1)`,
      ),
    ).resolves.toEqual([]);
  });

  test('a lowered limit stops today’s leads; a raised one takes up the waiting ones, oldest first', async () => {
    const buyerId = await world.addBuyer({ limit: 2 });
    const leads: string[] = [];
    for (let index = 0; index < 4; index += 1) leads.push((await world.post(someLead())).leadId);
    await world.settled();
    await expect(Promise.all(leads.map(world.statusOf))).resolves.toEqual([
      'reserved',
      'reserved',
      'available',
      'available',
    ]);
    await world.client.send(setDailyLimit, { buyerId, dailyLeadLimit: 3 });
    await eventually(async () => (await world.statusOf(leads[2]!)) === 'reserved');
    await expect(world.statusOf(leads[3]!)).resolves.toBe('available');
    await world.client.send(setDailyLimit, { buyerId, dailyLeadLimit: 1 });
    await expect(
      world.query('SELECT is_open, units_used FROM buyers WHERE id = $1', [buyerId]),
    ).resolves.toEqual([{ is_open: false, units_used: 3 }]);
  });

  test('a used-up buyer is open again after their own midnight', async () => {
    const buyerId = await world.addBuyer({ limit: 1, timeZone: 'Pacific/Honolulu' });
    const first = await world.post(someLead());
    await world.offerOf(first.leadId);
    const second = await world.post(someLead());
    await world.settled();
    await expect(world.statusOf(second.leadId)).resolves.toBe('available');
    const [due] = await world.query<{ midnight: boolean }>(
      `SELECT reopens_at = ((now() AT TIME ZONE 'Pacific/Honolulu')::date + 1)::timestamp
                            AT TIME ZONE 'Pacific/Honolulu' AS midnight FROM buyers WHERE id = $1`,
      [buyerId],
    );
    expect(due?.midnight).toBe(true);
    await world.query(
      "UPDATE buyers SET units_day = units_day - 1, reopens_at = now() - interval '1 second'",
    );
    await expect(world.offerOf(second.leadId)).resolves.toMatchObject({ unit_number: 1 });
  });

  test('a lead that nobody buys in time expires', async () => {
    const { leadId } = await world.post(someLead());
    await world.settled();
    await world.query("UPDATE leads SET created_at = now() - interval '25 hours' WHERE id = $1", [leadId]);
    await eventually(async () => (await world.statusOf(leadId)) === 'expired');
    await world.addBuyer();
    await world.settled();
    await expect(world.offers(leadId)).resolves.toEqual([]);
  });
});
