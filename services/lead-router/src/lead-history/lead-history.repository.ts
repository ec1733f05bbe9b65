import type { LeadDetail, LeadHistoryEntry, Offer } from '@desk/contracts';
import { DataCipher, toInstants, type WithDates } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { decryptLead } from '../intake/lead-cipher.js';
import { omitMissingFields, selectLeadFields } from '../intake/lead.entity.js';

type StoredLead = Omit<LeadDetail, 'offers' | 'decisions'>;

type LeadRow = WithDates<StoredLead, 'receivedAt' | 'soldAt' | 'deliveredAt' | 'refundedAt' | 'withdrawnAt'>;
type OfferRow = WithDates<Offer, 'reservedAt' | 'closedAt'>;

/** The buyer is the one who bought the lead or is being charged for it. $1: lead ids, which set the order. */
const SELECT_LEADS = `
  SELECT l.id, ${selectLeadFields('l')}, l.status, f.name AS "funnelName", l.offers_made AS "offersMade",
         l.created_at AS "receivedAt", l.sold_at AS "soldAt", s.delivered_at AS "deliveredAt",
         s.refunded_at AS "refundedAt", w.decided_at AS "withdrawnAt", o.buyer_id AS "buyerId", l.reference, l.consent,
         l.extras
    FROM unnest($1::uuid[]) WITH ORDINALITY AS page (id, place)
    JOIN leads l ON l.id = page.id
    JOIN funnels f ON f.id = l.funnel_id
    LEFT JOIN lead_offers o ON o.lead_id = l.id AND o.status IN ('open', 'charged')
    LEFT JOIN sold_leads s ON s.lead_id = l.id
    LEFT JOIN lead_decisions w ON w.lead_id = l.id AND w.kind = 'withdrawn'
   ORDER BY page.place`;

/** $1: lead. Oldest first. */
const SELECT_OFFERS = `
  SELECT id, buyer_id AS "buyerId", status, amount_cents AS "amountCents", slot_number AS "slotNumber",
         limit_in_force AS "limitInForce", reserved_at AS "reservedAt", closed_at AS "closedAt",
         decline_code AS "declineCode"
    FROM lead_offers WHERE lead_id = $1 ORDER BY reserved_at, id`;

@Injectable()
export class LeadHistoryRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cipher: DataCipher,
  ) {}

  /** Returns leads in the order of the ids. */
  async getByIds(leadIds: readonly string[]): Promise<StoredLead[]> {
    const rows: LeadRow[] = await this.dataSource.query(SELECT_LEADS, [leadIds]);
    return rows.map((row) => toInstants(omitMissingFields(decryptLead(this.cipher, row))));
  }

  async listOffers(leadId: string): Promise<Offer[]> {
    const rows: OfferRow[] = await this.dataSource.query(SELECT_OFFERS, [leadId]);
    return rows.map(toInstants);
  }

  async getNames(leadIds: readonly string[]): Promise<{ leadId: string; fullName: string }[]> {
    const leads: { id: string; fullName: string }[] = await this.dataSource.query(
      'SELECT id, full_name AS "fullName" FROM leads WHERE id = ANY ($1::uuid[])',
      [leadIds],
    );
    return leads.map((stored) => {
      const { id, fullName } = decryptLead(this.cipher, stored);
      return { leadId: id, fullName };
    });
  }
}

/** Keeps what the list of all leads shows. */
export const toLeadHistoryEntry = (lead: StoredLead): LeadHistoryEntry => ({
  id: lead.id,
  fullName: lead.fullName,
  email: lead.email,
  phone: lead.phone,
  state: lead.state,
  leadType: lead.leadType,
  status: lead.status,
  funnelName: lead.funnelName,
  offersMade: lead.offersMade,
  receivedAt: lead.receivedAt,
  soldAt: lead.soldAt,
  deliveredAt: lead.deliveredAt,
  buyerId: lead.buyerId,
  refundedAt: lead.refundedAt,
  withdrawnAt: lead.withdrawnAt,
});
