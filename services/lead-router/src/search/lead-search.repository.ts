import type { LeadState } from '@desk/contracts';
import { keysetClauses, type KeysetCursor, type KeysetOrder, searchWithTwoPlans } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LeadIndex, type SearchTerm } from './lead-index.js';

export interface LeadSearch {
  readonly terms: readonly SearchTerm[];
  readonly status: LeadState | null;
  readonly order: KeysetOrder;
  /** Last lead of the previous page. */
  readonly after: KeysetCursor | null;
  readonly limit: number;
}

/**
 * Rows of the list in which a common term fills the page. A term that fewer than one lead in 100 has is looked up in the
 * index, which reads and sorts all its leads (ADR 27).
 */
const SCANNED_ROWS = 5_000;

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
      scanInOrder: () => this.list(query, SCANNED_ROWS),
      searchIndex: () => this.searchIndex(query),
    });
  }

  /** Filters the next rows of the list. */
  private list({ terms, status, order, after, limit }: LeadSearch, maxRows: number): Promise<string[]> {
    const parameters: unknown[] = [];
    const columns = status === null ? { at: 'received_at', id: 'lead_id' } : { at: 'created_at', id: 'id' };
    const { condition, orderBy } = keysetClauses(columns, order, after, parameters);
    const rows =
      status === null
        ? `SELECT lead_id AS id, received_at AS at, hashes FROM lead_search WHERE ${condition}`
        : `SELECT id, created_at AS at, (SELECT hashes FROM lead_search WHERE lead_id = leads.id) AS hashes
             FROM leads WHERE status = $${parameters.push(status)} AND ${condition}`;
    return this.select(
      `SELECT r.id FROM (${rows} ORDER BY ${orderBy} LIMIT $${parameters.push(maxRows)}) r
        WHERE ${this.index.matches(terms, 'r.hashes', parameters)}
        ORDER BY ${keysetClauses({ at: 'r.at', id: 'r.id' }, order, null, parameters).orderBy}
        LIMIT $${parameters.push(limit)}`,
      parameters,
    );
  }

  /** Reads the status after sorting, and only until the page is full: most matches are never looked up in `leads`. */
  private searchIndex({ terms, status, order, after, limit }: LeadSearch): Promise<string[]> {
    const parameters: unknown[] = [];
    const { condition } = keysetClauses({ at: 's.received_at', id: 's.lead_id' }, order, after, parameters);
    const { orderBy } = keysetClauses({ at: 'at', id: 'id' }, order, null, parameters);
    const matches = this.index.matches(terms, 's.hashes', parameters);
    const hasStatus =
      status === null
        ? 'true'
        : `(SELECT l.status FROM leads l WHERE l.id = m.id) = $${parameters.push(status)}`;
    return this.select(
      `WITH matches AS MATERIALIZED (
         SELECT s.lead_id AS id, s.received_at AS at FROM lead_search s WHERE ${matches} AND ${condition})
       SELECT id FROM (SELECT id, at FROM matches ORDER BY ${orderBy} OFFSET 0) m
        WHERE ${hasStatus} LIMIT $${parameters.push(limit)}`,
      parameters,
    );
  }

  private async select(sql: string, parameters: unknown[]): Promise<string[]> {
    const rows: { id: string }[] = await this.dataSource.query(sql, parameters);
    return rows.map(({ id }) => id);
  }
}
