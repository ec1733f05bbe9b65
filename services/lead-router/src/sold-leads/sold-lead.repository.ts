import type { Disposition, Lead, LeadPeriod, SoldLead, SoldLeadDetail } from '@desk/contracts';
import { keysetClauses, type KeysetCursor } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { omitMissingFields, selectLeadFields } from '../intake/lead-columns.js';
import { matchesBytes, parseSearch } from '../search/search-terms.js';

export interface SoldLeadFilters {
  readonly buyerId: string;
  readonly search: string | null;
  readonly days: LeadPeriod | null;
}

export interface SoldLeadIds {
  /** Number of matches on all pages. */
  readonly total: number;
  /** Whether the buyer has any lead, whatever the filters. */
  readonly any: boolean;
  readonly ids: readonly string[];
}

interface SoldLeadRow extends Omit<SoldLead, 'soldAt' | 'deliveredAt'> {
  readonly disposition: Disposition;
  readonly soldAt: Date;
  readonly deliveredAt: Date | null;
}
interface SoldLeadDetailRow extends SoldLeadRow {
  readonly offerId: string;
  readonly receivedAt: Date;
  readonly funnelName: string;
  readonly consent: Lead['consent'] | null;
  readonly notes: string;
  readonly version: number;
}

const NEWEST_FIRST = 's.sold_at DESC, s.lead_id DESC';

/** Columns of `sold_leads s JOIN leads l`. */
const COLUMNS = `
  l.id, ${selectLeadFields('l')}, s.amount_cents AS "amountCents", s.sold_at AS "soldAt",
  s.delivered_at AS "deliveredAt", s.follow_up AS "disposition"`;

/** Selects and counts in an index of the buyer's leads; only the rows of the page itself are read. */
@Injectable()
export class SoldLeadRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Counts separately only behind a full page, or an empty one: otherwise the page itself ends the list. */
  async findPage(filters: SoldLeadFilters, pageLimit: number, pageOffset: number): Promise<SoldLeadIds> {
    const parameters: unknown[] = [];
    const matches = `FROM sold_leads s WHERE ${toCondition(filters, parameters)}`;
    const [offset, limit] = [pageOffset, pageLimit].map((value) => `$${parameters.push(value)}::int`);
    const [page]: SoldLeadIds[] = await this.dataSource.query(
      `WITH page AS MATERIALIZED (
         SELECT s.lead_id, s.sold_at ${matches} ORDER BY ${NEWEST_FIRST} LIMIT ${limit} OFFSET ${offset}),
       found AS (SELECT count(*)::int AS count FROM page)
       SELECT CASE WHEN found.count < ${limit} AND (found.count > 0 OR ${offset} = 0) THEN ${offset} + found.count
                   ELSE (SELECT count(*)::int ${matches}) END AS total,
              EXISTS (SELECT 1 FROM sold_leads s WHERE s.buyer_id = $1) AS any,
              ARRAY(SELECT s.lead_id FROM page s ORDER BY ${NEWEST_FIRST}) AS ids
         FROM found`,
      parameters,
    );
    return page ?? { total: 0, any: false, ids: [] };
  }

  async findIdsAfter(
    filters: SoldLeadFilters,
    after: KeysetCursor | null,
    limit: number,
  ): Promise<{ id: string }[]> {
    const parameters: unknown[] = [];
    const matches = toCondition(filters, parameters);
    const keyset = keysetClauses({ at: 's.sold_at', id: 's.lead_id' }, 'newest', after, parameters);
    return this.dataSource.query<{ id: string }[]>(
      `SELECT s.lead_id AS id FROM sold_leads s WHERE ${matches} AND ${keyset.condition}
        ORDER BY ${keyset.orderBy} LIMIT $${parameters.push(limit)}`,
      parameters,
    );
  }

  /** Returns leads in the order of the ids. */
  getByIds(ids: readonly string[]): Promise<SoldLead[]> {
    return this.select(COLUMNS, ids);
  }

  /** Returns leads with the agent's notes, in the order of the ids. */
  getWithNotes(ids: readonly string[]): Promise<(SoldLead & { notes: string })[]> {
    return this.select<SoldLeadRow & { notes: string }>(`${COLUMNS}, s.notes`, ids);
  }

  async findOfBuyer(buyerId: string, leadId: string): Promise<SoldLeadDetail | undefined> {
    const [row]: SoldLeadDetailRow[] = await this.dataSource.query(
      `SELECT ${COLUMNS}, s.offer_id AS "offerId", l.created_at AS "receivedAt", f.name AS "funnelName", l.consent,
              s.notes, s.version
         FROM sold_leads s JOIN leads l ON l.id = s.lead_id JOIN funnels f ON f.id = l.funnel_id
        WHERE s.lead_id = $1 AND s.buyer_id = $2`,
      [leadId, buyerId],
    );
    if (!row) return undefined;
    return {
      ...toSoldLead(row),
      receivedAt: row.receivedAt.toISOString(),
      consent: row.consent ?? null,
    };
  }

  private async select<Row extends SoldLeadRow>(columns: string, ids: readonly string[]) {
    const rows: Row[] = await this.dataSource.query(
      `SELECT ${columns} FROM unnest($1::uuid[]) WITH ORDINALITY AS page (id, place)
         JOIN sold_leads s ON s.lead_id = page.id JOIN leads l ON l.id = page.id ORDER BY page.place`,
      [ids],
    );
    return rows.map((row) => toSoldLead(row));
  }
}

const toSoldLead = <Row extends SoldLeadRow>(row: Row) => ({
  ...omitMissingFields(row),
  soldAt: row.soldAt.toISOString(),
  deliveredAt: row.deliveredAt?.toISOString() ?? null,
});

/** The buyer is always the first parameter. */
function toCondition({ buyerId, search, days }: SoldLeadFilters, parameters: unknown[]): string {
  const conditions = [`s.buyer_id = $${parameters.push(buyerId)}`];
  if (days !== null)
    conditions.push(`s.sold_at > now() - make_interval(days => $${parameters.push(Number(days))})`);
  conditions.push(matchesBytes('s.search_bytes', parseSearch(search), parameters));
  return conditions.join(' AND ');
}
