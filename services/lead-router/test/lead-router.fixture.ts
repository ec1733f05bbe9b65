import { createHash, randomUUID } from 'node:crypto';
import {
  type Filters,
  acceptLead,
  cardChanged,
  getLeadStatus,
  type Lead,
  leadDelivered,
  offerCharged,
  offerDeclined,
  userRegistered,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { hashFunnelKey } from '../src/funnels/funnel-key.js';
import { type CopySettings, newLead, startLeadRouter } from './lead-router.harness.js';

export interface Offer {
  id: string;
  lead_id: string;
  buyer_id: string;
  status: string;
  slot_number: number;
}

export interface DeliveryReport {
  readonly offer: Offer;
  readonly deliveredAt?: Date;
  readonly channel?: 'email' | 'sms';
  /** The same key is the same message. */
  readonly key?: string;
}

export const hashLead = (lead: Lead) => createHash('sha256').update(JSON.stringify(lead)).digest('hex');

let lastChangeNumber = 1_000_000;
/** A change that the buyer requests after all others: its number is above those that the database draws. */
export const byBuyer = (buyerId: string) => ({
  buyerId,
  changeNumber: (lastChangeNumber += 1),
  caller: { address: '203.0.113.7', userAgent: 'Mozilla/5.0' },
});

/** A hundred posts at once may take a slow machine longer than a funnel waits. */
const acceptPatiently = { ...acceptLead, timeoutMs: 60_000 };

/** Waits until the next day in New York during the last minute of a day: a test's leads are those of one day. */
const leaveMidnight = () => {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', timeStyle: 'short' });
  return eventually(() => clock.format() !== '23:59', { timeoutMs: 120_000 });
};

/** Runs lead-router and plays funnels, accounts, billing and notifier, as lead-router sees them. */
export async function startFixture(copies: CopySettings = [{}, {}]) {
  const router = await startLeadRouter(copies);
  const keyHash = hashFunnelKey('fk_test');
  const post = (lead: Lead, idempotencyKey: string | null = null, funnelId = router.funnelId) =>
    router.client.send(acceptPatiently, {
      keyHash,
      funnelId,
      idempotencyKey,
      bodyHash: hashLead(lead),
      lead,
    });
  const listOffers = (leadId: string) =>
    router.query<Offer>('SELECT * FROM lead_offers WHERE lead_id = $1 ORDER BY reserved_at', [leadId]);
  const waitForOffer = (leadId: string) =>
    eventually(async () => {
      const [open] = await router.query<Offer>(
        "SELECT * FROM lead_offers WHERE lead_id = $1 AND status = 'open'",
        [leadId],
      );
      return open ?? false;
    });
  const getStatus = async (leadId: string) =>
    (await router.client.send(getLeadStatus, { keyHash, funnelId: router.funnelId, leadId })).status;

  interface NewBuyer {
    readonly id?: string;
    readonly limit?: number;
    readonly card?: boolean;
    readonly timeZone?: string;
    readonly states?: Filters['states'];
  }
  async function addBuyer({
    id: userId = randomUUID(),
    limit = 25,
    card = true,
    timeZone = 'America/New_York',
    states,
  }: NewBuyer = {}): Promise<string> {
    await router.deliver(userRegistered, {
      userId,
      isAdmin: false,
      email: `${userId}@example.com`,
      firstName: 'Ada',
      lastName: 'Agent',
      timeZone,
      serviceEnabled: true,
      dailyLeadLimit: limit,
      ...(states === undefined ? {} : { states }),
      confirmBy: '2026-01-08T14:30:00.000Z',
    });
    if (card) await saveCard(userId, 1);
    await eventually(async () => {
      const [buyer] = await router.query<{ is_eligible: boolean }>(
        'SELECT is_eligible FROM buyers WHERE id = $1',
        [userId],
      );
      return buyer?.is_eligible === card;
    });
    return userId;
  }
  const saveCard = (buyerId: string, version: number, usable = true, cardFingerprint?: string) =>
    router.deliver(cardChanged, {
      buyerId,
      version,
      usable,
      paymentMethodId: 'pm_test',
      ...(cardFingerprint === undefined ? {} : { cardFingerprint }),
    });
  const toCharged = (offer: Offer) => ({
    offerId: offer.id,
    leadId: offer.lead_id,
    buyerId: offer.buyer_id,
    purchaseId: randomUUID(),
    amountCents: 8_000,
    chargedAt: new Date().toISOString(),
  });
  const charge = (offer: Offer) => router.deliver(offerCharged, toCharged(offer), offer.id);
  /** Charges in one batch. */
  const chargeTogether = (offers: readonly Offer[]) =>
    router.deliverTogether(
      offerCharged,
      offers.map((offer) => ({ key: offer.id, payload: toCharged(offer) })),
    );
  const decline = (offer: Offer, blameCard = true, declineCode = blameCard ? 'card_declined' : 'gave_up') =>
    router.deliver(
      offerDeclined,
      {
        offerId: offer.id,
        leadId: offer.lead_id,
        buyerId: offer.buyer_id,
        declineCode,
        declinedAt: new Date().toISOString(),
        cardVersion: 1,
        blameCard,
      },
      offer.id,
    );

  /** Posts a lead and charges the buyer for whom it is reserved. */
  async function sell(over: Partial<Lead> = {}): Promise<Offer> {
    const { leadId } = await post(newLead(over));
    const offer = await waitForOffer(leadId);
    await charge(offer);
    await eventually(async () => (await getStatus(leadId)) === 'sold');
    return offer;
  }
  const toDelivered = ({ offer, deliveredAt = new Date(), channel = 'email' }: DeliveryReport) => ({
    deliveryId: randomUUID(),
    leadId: offer.lead_id,
    offerId: offer.id,
    buyerId: offer.buyer_id,
    channel,
    deliveredAt: deliveredAt.toISOString(),
  });
  const reportDelivered = (offer: Offer, deliveredAt: Date, channel: 'email' | 'sms' = 'email') =>
    router.deliver(leadDelivered, toDelivered({ offer, deliveredAt, channel }));
  /** Reports in one batch. */
  const reportDeliveredTogether = (reports: readonly DeliveryReport[]) =>
    router.deliverTogether(
      leadDelivered,
      reports.map((report) => ({
        ...(report.key === undefined ? {} : { key: report.key }),
        payload: toDelivered(report),
      })),
    );

  /** Waits until nothing is in progress, and empties the tables. */
  const reset = async () => {
    await leaveMidnight();
    await router.drain();
    // Retries, because a sweep that locks these tables in another order may deadlock with this.
    await eventually(() =>
      router.query(
        `TRUNCATE leads, lead_offers, buyers, weekly_summaries, buyer_changes, lead_fingerprints, rejections, refused_posts, outbox, lead_search,
                  sold_leads, sale_counts, lead_views, funnel_counts, place_counts, delay_counts, market_changes, buyer_ties, problem_reports, held_posts, lead_fetches, funnel_connections, lead_decisions, feed_heads, buyer_feed, consent_records, filtered_buyers, filter_classes,
                  buyer_filter_changes, buyer_card_changes`,
      ),
    );
  };
  return {
    ...router,
    post,
    listOffers,
    waitForOffer,
    getStatus,
    addBuyer,
    saveCard,
    charge,
    chargeTogether,
    decline,
    sell,
    reportDelivered,
    reportDeliveredTogether,
    reset,
  };
}

export type Fixture = Awaited<ReturnType<typeof startFixture>>;
