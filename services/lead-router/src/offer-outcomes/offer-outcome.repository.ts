import { defineTransitions, type LeadState, type OfferState } from '@desk/contracts';
import { batchIds, prepared, Transactions, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { type LeadEntity, selectLead } from '../intake/lead.entity.js';

/** One buyer's reservation of one lead, with the daily slot it holds. */
export interface Offer {
  readonly id: string;
  readonly leadId: string;
  readonly buyerId: string;
  readonly status: OfferState;
  /** `YYYY-MM-DD` in the buyer's time zone. */
  readonly slotDay: string;
  readonly amountCents: number;
  /** Whether all slots of the day were claimed when the offer was read. */
  readonly isDayFull: boolean;
}

export const offerTransitions = defineTransitions<OfferState>('offer', {
  // `released`: the charge certainly did not happen, and the card is not to blame.
  open: ['charged', 'declined', 'released'],
  charged: [],
  declined: [],
  released: [],
});

interface OfferIds {
  readonly offerId: string;
  readonly leadId: string;
}

type SlotDay = Pick<Offer, 'buyerId' | 'slotDay'>;

interface SoldCount extends SlotDay {
  readonly sold: number;
}

interface SoldOutDay extends SlotDay {
  readonly dailyLeadLimit: number;
  /** When the next day begins. */
  readonly resumesAt: Date;
  readonly timeZone: string;
}

export interface OfferedLead {
  readonly lead: LeadEntity & { readonly funnelName: string };
  readonly offer: Offer;
}

const LOCK_LEADS = prepared(`
  SELECT ${selectLead('l')}, f.name AS "funnelName" FROM leads l JOIN funnels f ON f.id = l.funnel_id
   WHERE l.id IN ${batchIds('$1')} ORDER BY l.id FOR UPDATE OF l`);
const LOCK_OFFERS = prepared(`
  SELECT o.id, o.lead_id AS "leadId", o.buyer_id AS "buyerId", o.status, o.slot_day::text AS "slotDay", o.amount_cents AS "amountCents",
         (SELECT b.slots_day = o.slot_day AND b.slots_used >= b.daily_lead_limit
            FROM buyers b WHERE b.id = o.buyer_id) AS "isDayFull"
    FROM lead_offers o WHERE o.id IN ${batchIds('$1')} ORDER BY o.id FOR UPDATE OF o`);
/** Locks the buyers, in one order, so that of two sales at the same moment the second one sees the first. */
const LOCK_FULL_DAYS = prepared(`
  SELECT b.id AS "buyerId", b.slots_day::text AS "slotDay", b.daily_lead_limit AS "dailyLeadLimit",
         next_midnight(b, clock.now) AS "resumesAt", b.time_zone AS "timeZone"
    FROM buyers b, (SELECT eligibility_now() AS now) clock
   WHERE b.id = ANY ($1::uuid[]) AND b.slots_day = ANY ($2::date[]) AND b.slots_day = today(b, clock.now)
     AND b.slots_used >= b.daily_lead_limit
   ORDER BY b.id FOR UPDATE OF b`);
const COUNT_SOLD = prepared(`
  SELECT buyer_id AS "buyerId", slot_day::text AS "slotDay", count(*)::int AS sold FROM lead_offers
   WHERE buyer_id = ANY ($1::uuid[]) AND slot_day = ANY ($2::date[]) AND status = 'charged'
   GROUP BY buyer_id, slot_day`);
const CLOSE_OFFERS = prepared(
  `UPDATE lead_offers SET status = $2, closed_at = $3, decline_code = $4 WHERE id IN ${batchIds('$1')}`,
);
const UPDATE_LEADS = prepared(`UPDATE leads SET status = $2, sold_at = $3 WHERE id IN ${batchIds('$1')}`);

const COUNT_RELEASES = `
  WITH recent AS (
    SELECT status, decline_code, closed_at FROM lead_offers WHERE buyer_id = $1 AND slot_day >= current_date - 1)
  SELECT count(*)::int AS count FROM recent
   WHERE status = 'released' AND decline_code = ANY ($2)
     AND closed_at > COALESCE((SELECT max(closed_at) FROM recent WHERE status = 'charged'), '-infinity')`;

@Injectable()
export class OfferOutcomeRepository {
  constructor(private readonly transactions: Transactions) {}

  /** Returns null for an offer that does not exist. */
  async findStatus(offerId: string): Promise<OfferState | null> {
    const [offer] = await this.transactions.query<{ status: OfferState }>(
      'SELECT status FROM lead_offers WHERE id = $1',
      [offerId],
    );
    return offer?.status ?? null;
  }

  /**
   * Returns each item with its lead and its offer. Locks leads first, as every transaction does, and in one order, to prevent
   * deadlocks (ADR 2). @throws Error unless each offer exists, and is of its lead
   */
  async lockAll<Item extends OfferIds>(tx: Tx, items: readonly Item[]): Promise<(Item & OfferedLead)[]> {
    const [leads, offers] = await Promise.all([
      tx.query<OfferedLead['lead']>(LOCK_LEADS, [items.map(({ leadId }) => leadId)]),
      tx.query<Offer>(LOCK_OFFERS, [items.map(({ offerId }) => offerId)]),
    ]);
    return items.map((item) => {
      const { leadId, offerId } = item;
      const lead = leads.find(({ id }) => id === leadId);
      const offer = offers.find((locked) => locked.id === offerId && locked.leadId === leadId);
      if (!lead || !offer) throw new Error(`offer ${offerId} of lead ${leadId} does not exist`);
      return { ...item, lead, offer };
    });
  }

  close(
    tx: Tx,
    offers: readonly Offer[],
    outcome: Exclude<OfferState, 'open'>,
    closedAt: Date,
    declineCode: string | null = null,
  ): void {
    for (const { status } of offers) offerTransitions.move(status, outcome);
    tx.send(CLOSE_OFFERS, [offers.map(({ id }) => id), outcome, closedAt, declineCode]);
  }

  /** Returns the days of these offers on which the buyer has bought as many leads as the daily limit. */
  async listSoldOutDays(tx: Tx, offers: readonly Offer[]): Promise<SoldOutDay[]> {
    const filled = offers.filter(({ isDayFull }) => isDayFull);
    if (filled.length === 0) return [];
    const parameters = [filled.map(({ buyerId }) => buyerId), filled.map(({ slotDay }) => slotDay)];
    const [days, counts] = await Promise.all([
      tx.query<SoldOutDay>(LOCK_FULL_DAYS, parameters),
      tx.query<SoldCount>(COUNT_SOLD, parameters),
    ]);
    return days.filter((day) =>
      counts.some((count) => isSameDay(count, day) && count.sold >= day.dailyLeadLimit),
    );
  }

  updateLeads(tx: Tx, leadIds: readonly string[], status: LeadState, soldAt: Date | null): void {
    tx.send(UPDATE_LEADS, [leadIds, status, soldAt]);
  }

  /** Stops leads until the card is usable again. A newer card than the declined one is not affected. */
  setCardUnusable(tx: Tx, buyerId: string, cardVersion: number): void {
    tx.send('UPDATE buyers SET card_usable = false WHERE id = $1 AND card_version <= $2', [
      buyerId,
      cardVersion,
    ]);
  }

  /** Keeps leads from the buyer for `holdMs`. A newer card than the declined one is not affected. */
  holdBuyer(tx: Tx, buyerId: string, cardVersion: number, holdMs: number): void {
    tx.send(
      `UPDATE buyers SET held_until = clock_timestamp() + $3 * interval '1 ms'
        WHERE id = $1 AND card_version <= $2`,
      [buyerId, cardVersion, holdMs],
    );
  }

  /** Counts offers that ended with one of the codes since the buyer was last charged, during about a day. */
  async countReleases(tx: Tx, buyerId: string, declineCodes: readonly string[]): Promise<number> {
    const [row] = await tx.query<{ count: number }>(COUNT_RELEASES, [buyerId, declineCodes]);
    return row?.count ?? 0;
  }
}

export const isSameDay = (a: SlotDay, b: SlotDay): boolean =>
  a.buyerId === b.buyerId && a.slotDay === b.slotDay;
