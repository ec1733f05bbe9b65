import type { Disposition, Lead, SoldLead, SoldLeadDetail } from '@desk/contracts';

/** Columns of `sold_leads s JOIN leads l`. */
export const COLUMNS = `
  l.id, l.full_name AS "fullName", l.email, l.phone, l.state, l.zip_code AS "zipCode", l.age_range AS "ageRange",
  l.estimated_assets AS "estimatedAssets", l.purchase_timeline AS "purchaseTimeline", l.lead_type AS "leadType",
  s.amount_cents AS "amountCents", s.sold_at AS "soldAt", s.delivered_at AS "deliveredAt",
  s.follow_up AS "disposition"`;

export interface SoldLeadRow extends Omit<SoldLead, 'soldAt' | 'deliveredAt'> {
  readonly disposition: Disposition;
  readonly soldAt: Date;
  readonly deliveredAt: Date | null;
}

export interface SoldLeadDetailRow extends SoldLeadRow {
  readonly offerId: string;
  readonly receivedAt: Date;
  readonly funnelName: string;
  readonly consent: Lead['consent'] | null;
  readonly notes: string;
  readonly version: number;
}

export const toSoldLead = <Row extends SoldLeadRow>(row: Row) => ({
  ...row,
  soldAt: row.soldAt.toISOString(),
  deliveredAt: row.deliveredAt?.toISOString() ?? null,
});

export const toSoldLeadDetail = (row: SoldLeadDetailRow): SoldLeadDetail => ({
  ...toSoldLead(row),
  receivedAt: row.receivedAt.toISOString(),
  consent: row.consent ?? null,
});
