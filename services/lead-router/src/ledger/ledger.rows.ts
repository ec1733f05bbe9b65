import type { Lead, LeadState, LeadHistoryEntry, LeadDetail, Offer, OfferState } from '@desk/contracts';

/** Leads by id, in the order of the ids. The buyer is whoever holds the lead: it is theirs, or being charged to them. */
export const LEADS = `
  SELECT l.id, l.full_name AS "fullName", l.email, l.phone, l.state, l.lead_type AS "leadType", l.status,
         f.name AS "funnelName", l.offers_made AS "offersMade", l.created_at AS "receivedAt", l.sold_at AS "soldAt",
         s.delivered_at AS "deliveredAt", o.buyer_id AS "buyerId", l.zip_code AS "zipCode",
         l.age_range AS "ageRange", l.estimated_assets AS "estimatedAssets",
         l.purchase_timeline AS "purchaseTimeline", l.reference, l.consent
    FROM unnest($1::uuid[]) WITH ORDINALITY AS asked (id, place)
    JOIN leads l ON l.id = asked.id
    JOIN funnels f ON f.id = l.funnel_id
    LEFT JOIN lead_offers o ON o.lead_id = l.id AND o.status IN ('open', 'charged')
    LEFT JOIN sold_leads s ON s.lead_id = l.id
   ORDER BY asked.place`;

/** $1: lead. Oldest first. */
export const OFFERS = `
  SELECT id, buyer_id AS "buyerId", status, amount_cents AS "amountCents", unit_number AS "slotNumber",
         limit_in_force AS "limitInForce", reserved_at AS "reservedAt", settled_at AS "closedAt",
         decline_code AS "declineCode"
    FROM lead_offers WHERE lead_id = $1 ORDER BY reserved_at, id`;

export interface LeadRow {
  readonly id: string;
  readonly fullName: string;
  readonly email: string;
  readonly phone: string;
  readonly state: string;
  readonly leadType: string;
  readonly status: LeadState;
  readonly funnelName: string;
  readonly offersMade: number;
  readonly receivedAt: Date;
  readonly soldAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly buyerId: string | null;
  readonly zipCode: string;
  readonly ageRange: string;
  readonly estimatedAssets: string;
  readonly purchaseTimeline: string;
  readonly reference: string | null;
  readonly consent: Lead['consent'] | null;
}

export interface OfferRow extends Omit<Offer, 'reservedAt' | 'closedAt' | 'status'> {
  readonly status: OfferState;
  readonly reservedAt: Date;
  readonly closedAt: Date | null;
}

export const toLedgerLead = (row: LeadRow): LeadHistoryEntry => ({
  id: row.id,
  fullName: row.fullName,
  email: row.email,
  phone: row.phone,
  state: row.state,
  leadType: row.leadType,
  status: row.status,
  funnelName: row.funnelName,
  offersMade: row.offersMade,
  receivedAt: row.receivedAt.toISOString(),
  soldAt: row.soldAt?.toISOString() ?? null,
  deliveredAt: row.deliveredAt?.toISOString() ?? null,
  buyerId: row.buyerId,
});

export const toDetail = (row: LeadRow, offers: Offer[]): LeadDetail => ({
  ...toLedgerLead(row),
  zipCode: row.zipCode,
  ageRange: row.ageRange,
  estimatedAssets: row.estimatedAssets,
  purchaseTimeline: row.purchaseTimeline,
  reference: row.reference,
  consent: row.consent ?? null,
  offers,
});

export const toOffer = (row: OfferRow): Offer => ({
  ...row,
  reservedAt: row.reservedAt.toISOString(),
  closedAt: row.closedAt?.toISOString() ?? null,
});
