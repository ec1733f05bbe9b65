import { randomUUID } from 'node:crypto';
import { chargeOffer, type PayloadOf } from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@desk/testing';
import { BillingHarness } from './billing.harness.js';
import type { BillingProcess } from './billing-process.js';

/** Stands for a task that was sent before a failover, when another server held the database. */
const OTHER_SERVER = '1767623400.123456';

describe('a charge task', () => {
  let billing: BillingHarness;
  let leadRouter: BillingProcess;

  beforeAll(async () => {
    billing = await BillingHarness.start();
    leadRouter = await billing.startLeadRouter();
  });
  afterAll(async () => {
    await leadRouter.stop();
    await billing.stop();
  });

  const query = (sql: string, values: unknown[]) => billing.pool.query(sql, values);

  async function addOffer(buyerId: string, status: string): Promise<PayloadOf<typeof chargeOffer>> {
    const offer = billing.newOffer(buyerId);
    const funnelId = randomUUID();
    await query('INSERT INTO leads.funnels (id, name) VALUES ($1, $2)', [funnelId, 'Funnel']);
    await query(
      `INSERT INTO leads.buyers (id, service_enabled, daily_lead_limit, time_zone) VALUES ($1, true, 25, 'UTC')
       ON CONFLICT DO NOTHING`,
      [buyerId],
    );
    await query(
      `INSERT INTO leads.leads (id, funnel_id, body_hash, full_name, phone, email, state, zip_code, age_range,
                                estimated_assets, purchase_timeline, lead_type, price, status)
       VALUES ($1, $2, '', 'P', '+1', 'a@b.c', 'FL', '33101', '61-65', '$1M+', '0-3 months', 'MYGA', 80, 'expired')`,
      [offer.leadId, funnelId],
    );
    await query(
      `INSERT INTO leads.lead_offers (id, lead_id, buyer_id, status, amount_cents, slot_day, slot_number,
                                      limit_in_force, reserved_at)
       VALUES ($1, $2, $3, $4, 8000, current_date, 1, 25, now())`,
      [offer.offerId, offer.leadId, buyerId, status],
    );
    return offer;
  }

  const expectRefused = async (offer: PayloadOf<typeof chargeOffer>): Promise<void> => {
    await billing.publish(chargeOffer, { ...offer, serverStart: OTHER_SERVER });
    await eventually(() => billing.listAlarms(offer.offerId).includes('offer-lost'));
    await billing.waitForEmptyQueue();
    expect(await billing.findPurchase(offer.offerId)).toBeUndefined();
    expect(await billing.sandbox.listIntents(offer.offerId)).toEqual([]);
  };

  it('charges nothing for an offer that a failover lost', async () => {
    const { buyerId } = await billing.createBuyer();
    await expectRefused(billing.newOffer(buyerId));
  });

  it('charges nothing for an offer that was closed meanwhile', async () => {
    const { buyerId } = await billing.createBuyer();
    await expectRefused(await addOffer(buyerId, 'released'));
  });

  it('charges an offer that survived the failover', async () => {
    const { buyerId } = await billing.createBuyer();
    const offer = await addOffer(buyerId, 'open');
    await billing.publish(chargeOffer, { ...offer, serverStart: OTHER_SERVER });
    await billing.waitForOutcome(offer.offerId, 'succeeded', ['succeeded']);
  });

  it('charges an offer of the same server without asking', async () => {
    const { buyerId } = await billing.createBuyer();
    // lead-router does not know this offer and would answer so.
    const offer = billing.newOffer(buyerId);
    await billing.publish(chargeOffer, offer);
    await billing.waitForOutcome(offer.offerId, 'succeeded', ['succeeded']);
  });
});
