import {
  DomainError,
  type exportSoldLeads,
  type getSoldLead,
  type LeadPeriod,
  type listSoldLeads,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { matchingBytes, searchTerms } from '../search/search-terms.js';
import {
  COLUMNS,
  type SoldLeadDetailRow,
  type SoldLeadRow,
  toSoldLead,
  toSoldLeadDetail,
} from './sold-lead.rows.js';

interface Filters {
  readonly buyerId: string;
  readonly search: string | null;
  readonly days: LeadPeriod | null;
}

interface Choice {
  readonly total: number;
  readonly any: boolean;
  readonly ids: readonly string[];
}

/** A buyer's own leads, newest first. Choosing and counting read an index; only the page itself is looked up. */
@Injectable()
export class SoldLeadsService {
  constructor(private readonly dataSource: DataSource) {}

  async list({
    page,
    pageSize,
    ...filters
  }: RequestOf<typeof listSoldLeads>): Promise<ResponseOf<typeof listSoldLeads>> {
    const { total, any, ids } = await this.choose(filters, pageSize, (page - 1) * pageSize);
    return { leads: await this.read(COLUMNS, ids), total, any };
  }

  async export({
    after,
    limit,
    ...filters
  }: RequestOf<typeof exportSoldLeads>): Promise<ResponseOf<typeof exportSoldLeads>> {
    const parameters: unknown[] = [];
    const where = [chosen(filters, parameters)];
    if (after)
      where.push(
        `(s.sold_at, s.lead_id) < ($${parameters.push(after.soldAt)}::timestamptz, $${parameters.push(after.leadId)}::uuid)`,
      );
    const found: { id: string }[] = await this.dataSource.query(
      `SELECT s.lead_id AS id FROM sold_leads s WHERE ${where.join(' AND ')}
        ORDER BY ${newest} LIMIT $${parameters.push(limit + 1)}`,
      parameters,
    );
    const ids = found.slice(0, limit).map(({ id }) => id);
    const leads = await this.read<SoldLeadRow & { notes: string }>(`${COLUMNS}, s.notes`, ids);
    const last = leads.at(-1);
    return { leads, next: found.length > limit && last ? { soldAt: last.soldAt, leadId: last.id } : null };
  }

  /** Anybody else's lead is not found. */
  async get(buyerId: string, leadId: string): Promise<ResponseOf<typeof getSoldLead>> {
    const [row]: SoldLeadDetailRow[] = await this.dataSource.query(
      `SELECT ${COLUMNS}, s.offer_id AS "offerId", l.created_at AS "receivedAt", f.name AS "funnelName", l.consent,
              s.notes, s.version
         FROM sold_leads s JOIN leads l ON l.id = s.lead_id JOIN funnels f ON f.id = l.funnel_id
        WHERE s.lead_id = $1 AND s.buyer_id = $2`,
      [leadId, buyerId],
    );
    if (!row) throw new DomainError('LEAD_NOT_FOUND');
    return toSoldLeadDetail(row);
  }

  /** In the order of the ids. */
  private async read<Row extends SoldLeadRow>(columns: string, leadIds: readonly string[]) {
    const rows: Row[] = await this.dataSource.query(
      `SELECT ${columns} FROM unnest($1::uuid[]) WITH ORDINALITY AS asked (id, place)
         JOIN sold_leads s ON s.lead_id = asked.id JOIN leads l ON l.id = asked.id ORDER BY asked.place`,
      [leadIds],
    );
    return rows.map((row) => toSoldLead(row));
  }

  /** A page that is not full has found the last of what there is: only behind a full one, or an empty one, is counted. */
  private async choose(filters: Filters, limit: number, offset: number): Promise<Choice> {
    const parameters: unknown[] = [];
    const hits = `FROM sold_leads s WHERE ${chosen(filters, parameters)}`;
    const [skipped, asked] = [offset, limit].map((value) => `$${parameters.push(value)}::int`);
    const [choice]: Choice[] = await this.dataSource.query(
      `WITH page AS MATERIALIZED (
         SELECT s.lead_id, s.sold_at ${hits} ORDER BY ${newest} LIMIT ${asked} OFFSET ${skipped}),
       found AS (SELECT count(*)::int AS count FROM page)
       SELECT CASE WHEN found.count < ${asked} AND (found.count > 0 OR ${skipped} = 0) THEN ${skipped} + found.count
                   ELSE (SELECT count(*)::int ${hits}) END AS total,
              EXISTS (SELECT 1 FROM sold_leads s WHERE s.buyer_id = $1) AS any,
              ARRAY(SELECT s.lead_id FROM page s ORDER BY ${newest}) AS ids
         FROM found`,
      parameters,
    );
    return choice ?? { total: 0, any: false, ids: [] };
  }
}

const newest = 's.sold_at DESC, s.lead_id DESC';

/** The buyer is the first parameter, always. */
function chosen({ buyerId, search, days }: Filters, parameters: unknown[]): string {
  const where = [`s.buyer_id = $${parameters.push(buyerId)}`];
  if (days !== null)
    where.push(`s.sold_at > now() - make_interval(days => $${parameters.push(Number(days))})`);
  where.push(matchingBytes('s.search_bytes', searchTerms(search), parameters));
  return where.join(' AND ');
}
