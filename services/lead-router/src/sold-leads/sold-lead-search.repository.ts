import type { LeadPeriod } from '@desk/contracts';
import { keysetClauses, type KeysetCursor } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { parseSearch, type SearchTerm } from '../search/search-terms.js';
import { SoldLeadTextRepository } from './sold-lead-text.repository.js';

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

const NEWEST_FIRST = 's.sold_at DESC, s.lead_id DESC';

/** Selects and counts in an index of the buyer's leads, which contains their texts (ADR 27). */
@Injectable()
export class SoldLeadSearchRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly texts: SoldLeadTextRepository,
  ) {}

  findPage(filters: SoldLeadFilters, pageLimit: number, pageOffset: number): Promise<SoldLeadIds> {
    const terms = parseSearch(filters.search);
    return terms.length === 0
      ? this.listPage(filters, pageLimit, pageOffset)
      : this.searchPage(filters, terms, pageLimit, pageOffset);
  }

  /** Returns the first `limit` matches after a lead, newest first. */
  async findIdsAfter(filters: SoldLeadFilters, after: KeysetCursor | null, limit: number): Promise<string[]> {
    const terms = parseSearch(filters.search);
    const parameters: unknown[] = [];
    const keyset = keysetClauses({ at: 's.sold_at', id: 's.lead_id' }, 'newest', after, parameters);
    const condition = `${toCondition(filters, parameters)} AND ${keyset.condition}`;
    if (terms.length === 0) {
      const rows: { id: string }[] = await this.dataSource.query(
        `SELECT s.lead_id AS id FROM sold_leads s WHERE ${condition}
          ORDER BY ${NEWEST_FIRST} LIMIT $${parameters.push(limit)}`,
        parameters,
      );
      return rows.map(({ id }) => id);
    }
    const ids: string[] = [];
    for await (const matches of this.texts.findMatches(condition, parameters, terms)) {
      ids.push(...matches.ids(0, limit - ids.length));
      if (ids.length === limit) break;
    }
    return ids;
  }

  /** Counts separately only behind a full page, or an empty one: otherwise the page itself ends the list. */
  private async listPage(
    filters: SoldLeadFilters,
    pageLimit: number,
    pageOffset: number,
  ): Promise<SoldLeadIds> {
    const parameters: unknown[] = [];
    const list = `FROM sold_leads s WHERE ${toCondition(filters, parameters)}`;
    const [buyer, offset, limit] = [filters.buyerId, pageOffset, pageLimit].map(
      (value) => `$${parameters.push(value)}`,
    );
    const [page]: SoldLeadIds[] = await this.dataSource.query(
      `WITH page AS MATERIALIZED (
         SELECT s.lead_id, s.sold_at ${list} ORDER BY ${NEWEST_FIRST} LIMIT ${limit}::int OFFSET ${offset}::int),
       found AS (SELECT count(*)::int AS count FROM page)
       SELECT CASE WHEN found.count < ${limit}::int AND (found.count > 0 OR ${offset}::int = 0)
                     THEN ${offset}::int + found.count
                   ELSE (SELECT count(*)::int ${list}) END AS total,
              EXISTS (SELECT 1 FROM sold_leads s WHERE s.buyer_id = ${buyer}) AS any,
              ARRAY(SELECT s.lead_id FROM page s ORDER BY ${NEWEST_FIRST}) AS ids
         FROM found`,
      parameters,
    );
    return page ?? { total: 0, any: false, ids: [] };
  }

  private async searchPage(
    filters: SoldLeadFilters,
    terms: readonly SearchTerm[],
    pageLimit: number,
    pageOffset: number,
  ): Promise<SoldLeadIds> {
    const parameters: unknown[] = [];
    const condition = toCondition(filters, parameters);
    const ids: string[] = [];
    let total = 0;
    for await (const matches of this.texts.findMatches(condition, parameters, terms)) {
      const start = Math.max(pageOffset - total, 0);
      ids.push(...matches.ids(start, start + pageLimit - ids.length));
      total += matches.count;
    }
    return { total, any: total > 0 || (await this.hasLeads(filters.buyerId)), ids };
  }

  private async hasLeads(buyerId: string): Promise<boolean> {
    const [buyer]: { any: boolean }[] = await this.dataSource.query(
      'SELECT EXISTS (SELECT 1 FROM sold_leads WHERE buyer_id = $1) AS any',
      [buyerId],
    );
    return buyer?.any ?? false;
  }
}

/** Returns the condition of all filters but the search. Appends the values to `parameters`. */
function toCondition({ buyerId, days }: SoldLeadFilters, parameters: unknown[]): string {
  const ofBuyer = `s.buyer_id = $${parameters.push(buyerId)}`;
  if (days === null) return ofBuyer;
  return `${ofBuyer} AND s.sold_at > now() - make_interval(days => $${parameters.push(Number(days))})`;
}
