import type { LeadStatusFilter, listLeads, RequestOf } from '@desk/contracts';
import { keysetClauses, type KeysetCursor, type KeysetOrder, searchWithTwoPlans } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LeadIndex, type SearchTerm } from './lead-index.js';

/** Filters of the list of all leads besides a search. */
export type LeadFilters = Omit<RequestOf<typeof listLeads>, 'search' | 'order' | 'after' | 'limit'>;

interface LeadSearch extends LeadFilters {
  readonly terms: readonly SearchTerm[];
  readonly order: KeysetOrder;
  /** Last lead of the previous page. */
  readonly after: KeysetCursor | null;
  readonly limit: number;
}

/**
 * Rows that are scanned in the order of the list. They fill the page if one lead in 100 has the term. A rarer one is looked
 * up in the index, which reads and sorts all its leads (ADR 27).
 */
const MAX_SCANNED_ROWS = 5_000;

const statusConditions: Readonly<Record<LeadStatusFilter, string>> = {
  available: "l.status = 'available'",
  reserved: "l.status = 'reserved'",
  sold: "l.status = 'sold'",
  expired: "l.status = 'expired'",
  unsold: "l.status IN ('available', 'reserved', 'expired')",
  refunded: `l.status = 'sold'
             AND EXISTS (SELECT FROM sold_leads s WHERE s.lead_id = l.id AND s.refunded_at IS NOT NULL)`,
};

/** Writes a condition with each value that is given, and appends the values to `parameters`. */
export const toConditions = (
  chosen: readonly (readonly [value: string | null | undefined, toSql: (parameter: string) => string])[],
  parameters: unknown[],
): string[] =>
  chosen.flatMap(([value, toSql]) =>
    typeof value === 'string' ? [toSql(`$${parameters.push(value)}`)] : [],
  );

/** Conditions on when leads were accepted. */
function toPeriodConditions({ from, to }: LeadFilters, column: string, parameters: unknown[]): string[] {
  const startOf = (day: string): string => `start_of_day(${day}, (SELECT time_zone FROM report_zone))`;
  return toConditions(
    [
      [from, (day) => `${column} >= ${startOf(`${day}::date`)}`],
      [to, (day) => `${column} < ${startOf(`${day}::date + 1`)}`],
    ],
    parameters,
  );
}

/** The other conditions, on `leads l`. */
function toLeadConditions(filters: LeadFilters, parameters: unknown[]): string[] {
  const chosen = toConditions(
    [
      [filters.funnelId, (id) => `l.funnel_id = ${id}`],
      [filters.campaign?.source, (source) => `l.campaign_source = ${source}`],
      [filters.campaign?.name, (name) => `l.campaign = ${name}`],
      [filters.state, (state) => `l.state = ${state}`],
      [filters.leadType, (type) => `l.lead_type = ${type}`],
      [
        filters.buyerId,
        (id) => `l.id IN (SELECT o.lead_id FROM lead_offers o
                           WHERE o.buyer_id = ${id} AND o.status IN ('open', 'charged'))`,
      ],
    ],
    parameters,
  );
  return filters.status === null ? chosen : [statusConditions[filters.status], ...chosen];
}

const joinConditions = (conditions: readonly string[]): string => conditions.join(' AND ') || 'true';

@Injectable()
export class LeadSearchRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly index: LeadIndex,
  ) {}

  /** Returns matching lead ids in the requested order, at most `query.limit`. */
  search(query: LeadSearch): Promise<string[]> {
    if (query.terms.length === 0) return this.list(query, query.limit);
    return searchWithTwoPlans({
      limit: query.limit,
      scanInOrder: () => this.list(query, MAX_SCANNED_ROWS),
      searchIndex: () => this.searchIndex(query),
    });
  }

  /** Counts the leads that the filters leave, up to `max`. */
  async count(filters: LeadFilters, max: number): Promise<number> {
    const parameters: unknown[] = [];
    const conditions = [
      ...toLeadConditions(filters, parameters),
      ...toPeriodConditions(filters, 'l.created_at', parameters),
    ];
    const [row]: { count: number }[] = await this.dataSource.query(
      `SELECT count(*)::int AS count
         FROM (SELECT FROM leads l WHERE ${joinConditions(conditions)} LIMIT $${parameters.push(max)}) counted`,
      parameters,
    );
    return row?.count ?? 0;
  }

  /** Returns the matching leads among the next `maxRows` of the list. */
  private list({ terms, order, after, limit, ...filters }: LeadSearch, maxRows: number): Promise<string[]> {
    const parameters: unknown[] = [];
    const onLeads = toLeadConditions(filters, parameters);
    const from =
      onLeads.length === 0
        ? { table: 'lead_search l', at: 'l.received_at', id: 'l.lead_id', hashes: 'l.hashes' }
        : {
            table: 'leads l',
            // With the cast, PostgreSQL cannot scan all leads in order for those of one buyer.
            at: filters.buyerId === undefined ? 'l.created_at' : 'l.created_at::timestamptz(3)',
            id: 'l.id',
            hashes: '(SELECT hashes FROM lead_search WHERE lead_id = l.id)',
          };
    const { condition, orderBy } = keysetClauses(from, order, after, parameters);
    const conditions = [...onLeads, ...toPeriodConditions(filters, from.at, parameters), condition];
    return this.select(
      `SELECT r.id
         FROM (SELECT ${from.id} AS id, ${from.at} AS at, ${from.hashes} AS hashes
                 FROM ${from.table} WHERE ${joinConditions(conditions)}
                ORDER BY ${orderBy} LIMIT $${parameters.push(maxRows)}) r
        WHERE ${this.index.matches(terms, 'r.hashes', parameters)}
        ORDER BY ${keysetClauses({ at: 'r.at', id: 'r.id' }, order, null, parameters).orderBy}
        LIMIT $${parameters.push(limit)}`,
      parameters,
    );
  }

  /** Reads `leads` after sorting, and only until the page is full: most matches are never looked up there. */
  private searchIndex({ terms, order, after, limit, ...filters }: LeadSearch): Promise<string[]> {
    const parameters: unknown[] = [];
    const { condition } = keysetClauses({ at: 's.received_at', id: 's.lead_id' }, order, after, parameters);
    const { orderBy } = keysetClauses({ at: 'at', id: 'id' }, order, null, parameters);
    const conditions = [
      this.index.matches(terms, 's.hashes', parameters),
      ...toPeriodConditions(filters, 's.received_at', parameters),
      condition,
    ];
    const onLeads = toLeadConditions(filters, parameters);
    const passesFilters =
      onLeads.length === 0 ? 'true' : `(SELECT ${joinConditions(onLeads)} FROM leads l WHERE l.id = m.id)`;
    return this.select(
      `WITH matches AS MATERIALIZED (
         SELECT s.lead_id AS id, s.received_at AS at FROM lead_search s WHERE ${joinConditions(conditions)})
       SELECT id FROM (SELECT id, at FROM matches ORDER BY ${orderBy} OFFSET 0) m
        WHERE ${passesFilters} LIMIT $${parameters.push(limit)}`,
      parameters,
    );
  }

  private async select(sql: string, parameters: unknown[]): Promise<string[]> {
    const rows: { id: string }[] = await this.dataSource.query(sql, parameters);
    return rows.map(({ id }) => id);
  }
}
