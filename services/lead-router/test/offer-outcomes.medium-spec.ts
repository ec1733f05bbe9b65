import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { getEligibility } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { newLead } from './lead-router.harness.js';
import { startFixture, type Fixture } from './lead-router.fixture.js';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.reset());

describe('an offer', () => {
  test('that is charged sells the lead once, even if the outcome arrives twice', async () => {
    await fixture.addBuyer();
    const { leadId } = await fixture.post(newLead());
    const offer = await fixture.waitForOffer(leadId);
    await fixture.charge(offer);
    await eventually(async () => (await fixture.getStatus(leadId)) === 'sold');
    await fixture.charge(offer);
    await fixture.drain();
    await expect(
      fixture.query("SELECT 1 FROM outbox WHERE name = 'leads.lead-sold' AND message_id = $1", [
        `leads.lead-sold~${leadId}`,
      ]),
    ).resolves.toHaveLength(1);
    await expect(fixture.listOffers(leadId)).resolves.toMatchObject([{ status: 'charged' }]);
  });

  test('that is declined releases its slot, blocks the card and cascades to the next buyer', async () => {
    const failing = await fixture.addBuyer();
    const next = await fixture.addBuyer();
    const { leadId } = await fixture.post(newLead());
    const offer = await fixture.waitForOffer(leadId);
    expect(offer.buyer_id).toBe(failing);
    await fixture.decline(offer);
    await eventually(async () => (await fixture.waitForOffer(leadId)).buyer_id === next);
    await expect(
      fixture.query('SELECT is_eligible, card_usable, slots_used FROM buyers WHERE id = $1', [failing]),
    ).resolves.toEqual([{ is_eligible: false, card_usable: false, slots_used: 0 }]);
    await fixture.saveCard(failing, 2);
    await eventually(
      async () => (await fixture.query('SELECT 1 FROM buyers WHERE is_eligible')).length === 2,
    );
    await expect(fixture.listOffers(leadId)).resolves.toHaveLength(2);
  });

  test('that is given up is released, and its only buyer gets the lead again', async () => {
    const buyerId = await fixture.addBuyer();
    const { leadId } = await fixture.post(newLead());
    const first = await fixture.waitForOffer(leadId);
    await fixture.decline(first, false);
    const second = await eventually(async () => {
      const offer = await fixture.waitForOffer(leadId);
      return offer.id !== first.id && offer;
    });
    expect(second.buyer_id).toBe(buyerId);
    await fixture.charge(second);
    await eventually(async () => (await fixture.getStatus(leadId)) === 'sold');
    await expect(fixture.listOffers(leadId)).resolves.toMatchObject([
      { status: 'released' },
      { status: 'charged', slot_number: 1 },
    ]);
  });

  test('that the issuer could not answer holds the buyer for a while, and then the lead is offered again', async () => {
    const buyerId = await fixture.addBuyer();
    const { leadId } = await fixture.post(newLead());
    await fixture.decline(await fixture.waitForOffer(leadId), false, 'issuer_not_available');
    await eventually(async () => (await fixture.getStatus(leadId)) === 'available');
    const [held] = await fixture.query<{ minutes: number }>(
      `SELECT round(extract(epoch FROM recheck_at - now()) / 60)::int AS minutes FROM buyers
        WHERE id = $1 AND NOT is_eligible AND card_usable AND recheck_at = held_until`,
      [buyerId],
    );
    expect(held?.minutes).toBe(1);
    await expect(fixture.client.send(getEligibility, { buyerId })).resolves.toMatchObject({
      reason: 'charge-on-hold',
    });
    await fixture.query("UPDATE buyers SET held_until = clock_timestamp() + interval '100 ms'");
    await fixture.decline(await fixture.waitForOffer(leadId), false, 'processing_error');
    await eventually(async () => (await fixture.getStatus(leadId)) === 'available');
    await expect(
      fixture.query("SELECT 1 FROM buyers WHERE held_until > now() + interval '4 minutes'"),
    ).resolves.toHaveLength(1);
    await fixture.saveCard(buyerId, 2);
    await expect(fixture.waitForOffer(leadId)).resolves.toMatchObject({ buyer_id: buyerId });
  });

  test('that is declined is never made to the same buyer again, though the card was replaced', async () => {
    const buyerId = await fixture.addBuyer();
    const { leadId } = await fixture.post(newLead());
    await fixture.decline(await fixture.waitForOffer(leadId));
    await eventually(async () => (await fixture.getStatus(leadId)) === 'available');
    await fixture.saveCard(buyerId, 2);
    const { leadId: newer } = await fixture.post(newLead());
    await expect(fixture.waitForOffer(newer)).resolves.toMatchObject({ buyer_id: buyerId });
    await fixture.drain();
    await expect(fixture.getStatus(leadId)).resolves.toBe('available');
    await expect(fixture.query('SELECT declined_by FROM leads WHERE id = $1', [leadId])).resolves.toEqual([
      { declined_by: [buyerId] },
    ]);
  });

  test('that is declined does not cascade once the lead is too old', async () => {
    await fixture.addBuyer();
    await fixture.addBuyer();
    const { leadId } = await fixture.post(newLead());
    const offer = await fixture.waitForOffer(leadId);
    await fixture.query("UPDATE leads SET created_at = now() - interval '25 hours' WHERE id = $1", [leadId]);
    await fixture.decline(offer);
    await eventually(async () => (await fixture.getStatus(leadId)) === 'expired');
    await expect(fixture.listOffers(leadId)).resolves.toHaveLength(1);
  });

  test('cascades without deadlock when many are declined at once', async () => {
    for (let index = 0; index < 6; index += 1) await fixture.addBuyer();
    const leads = await Promise.all(Array.from({ length: 6 }, () => fixture.post(newLead())));
    const offers = await Promise.all(leads.map(({ leadId }) => fixture.waitForOffer(leadId)));
    await Promise.all(offers.map((offer) => fixture.decline(offer, false)));
    await Promise.all(
      leads.map(({ leadId }) => eventually(async () => (await fixture.listOffers(leadId)).length >= 2)),
    );
    await fixture.drain();
    const [slots] = await fixture.query<{ used: number; held: number }>(
      `SELECT sum(slots_used)::int AS used,
              (SELECT count(*)::int FROM lead_offers WHERE status IN ('open', 'charged')) AS held FROM buyers`,
    );
    expect(slots).toEqual({ used: 6, held: 6 });
  });

  test('is not affected by a card event that a newer one overtook', async () => {
    const buyerId = await fixture.addBuyer();
    await fixture.saveCard(buyerId, 3);
    await eventually(
      async () => (await fixture.query('SELECT 1 FROM buyers WHERE card_version = 3')).length === 1,
    );
    await fixture.saveCard(buyerId, 2, false);
    await fixture.drain();
    await expect(fixture.query('SELECT card_usable, card_version FROM buyers')).resolves.toEqual([
      { card_usable: true, card_version: 3 },
    ]);
  });
});
