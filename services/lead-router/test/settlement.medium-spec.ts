import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '@desk/testing';
import { someLead } from './lead-router.harness.js';
import { startWorld, type World } from './lead-router.world.js';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.reset());

describe('settlement', () => {
  test('charged: sold, once, however often the outcome comes', async () => {
    await world.addBuyer();
    const { leadId } = await world.post(someLead());
    const offer = await world.offerOf(leadId);
    await world.charge(offer);
    await eventually(async () => (await world.statusOf(leadId)) === 'sold');
    await world.charge(offer);
    await world.settled();
    await expect(
      world.query("SELECT 1 FROM outbox WHERE name = 'leads.lead-sold' AND message_id = $1", [
        `leads.lead-sold~${leadId}`,
      ]),
    ).resolves.toHaveLength(1);
    await expect(world.offers(leadId)).resolves.toMatchObject([{ status: 'charged' }]);
  });

  test('declined: the unit goes back, the card gets no more, the next buyer has the lead', async () => {
    const failing = await world.addBuyer();
    const next = await world.addBuyer();
    const { leadId } = await world.post(someLead());
    const offer = await world.offerOf(leadId);
    expect(offer.buyer_id).toBe(failing);
    await world.decline(offer);
    await eventually(async () => (await world.offerOf(leadId)).buyer_id === next);
    await expect(
      world.query('SELECT is_open, card_usable, units_used FROM buyers WHERE id = $1', [failing]),
    ).resolves.toEqual([{ is_open: false, card_usable: false, units_used: 0 }]);
    await world.giveCard(failing, 2);
    await eventually(async () => (await world.query('SELECT 1 FROM buyers WHERE is_open')).length === 2);
    await expect(world.offers(leadId)).resolves.toHaveLength(2);
  });

  test('given up without the card being to blame: released, and the buyer stays open', async () => {
    const buyerId = await world.addBuyer();
    const { leadId } = await world.post(someLead());
    await world.decline(await world.offerOf(leadId), false);
    await eventually(async () => (await world.statusOf(leadId)) === 'available');
    await expect(world.offers(leadId)).resolves.toMatchObject([{ status: 'released' }]);
    await expect(world.query('SELECT is_open FROM buyers WHERE id = $1', [buyerId])).resolves.toEqual([
      { is_open: true },
    ]);
  });

  test('many declines at once, each wanting the others’ buyers, come to an end', async () => {
    for (let index = 0; index < 6; index += 1) await world.addBuyer();
    const leads = await Promise.all(Array.from({ length: 6 }, () => world.post(someLead())));
    const open = await Promise.all(leads.map(({ leadId }) => world.offerOf(leadId)));
    await Promise.all(open.map((offer) => world.decline(offer, false)));
    await Promise.all(
      leads.map(({ leadId }) =>
        eventually(async () => (await world.offers(leadId)).length === 2, { timeoutMs: 15_000 }),
      ),
    );
    await world.settled();
    const [units] = await world.query<{ used: number; held: number }>(
      `SELECT sum(units_used)::int AS used,
              (SELECT count(*)::int FROM lead_offers WHERE status IN ('open', 'charged')) AS held FROM buyers`,
    );
    expect(units).toEqual({ used: 6, held: 6 });
  });

  test('an older card event does not undo a newer one', async () => {
    const buyerId = await world.addBuyer();
    await world.giveCard(buyerId, 3);
    await eventually(
      async () => (await world.query('SELECT 1 FROM buyers WHERE card_version = 3')).length === 1,
    );
    await world.giveCard(buyerId, 2, false);
    await world.settled();
    await expect(world.query('SELECT card_usable, card_version FROM buyers')).resolves.toEqual([
      { card_usable: true, card_version: 3 },
    ]);
  });
});
