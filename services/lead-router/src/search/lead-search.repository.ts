import type { LeadState } from '@desk/contracts';
import {
  estimateRows,
  keysetClauses,
  type KeysetCursor,
  type KeysetOrder,
  searchWithTwoPlans,
} from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { matchesText, type SearchTerm } from './search-terms.js';

export interface LeadSearch {
  /** `text` covers name, email, phone and state. */
  readonly searchIn: 'name' | 'text';
  readonly terms: readonly SearchTerm[];
  readonly status: LeadState | null;
  readonly order: KeysetOrder;
  /** Last lead of the previous page. */
  readonly after: KeysetCursor | null;
  readonly limit: number;
}

/**
 * For common terms: newest rows to scan per requested row before falling back to the index. If they do not fill a
 * page, at most one lead in a hundred matches, and the index is fast again.
 */
const SCANNED_ROWS_PER_RESULT = 100;

/** Searches all leads. Chooses between two query plans because PostgreSQL misjudges LIKE on common terms (ADR 0009). */
@Injectable()
export class LeadSearchRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns matching lead ids in the requested order, at most `query.limit`. */
  async search(query: LeadSearch): Promise<string[]> {
    if (query.terms.length === 0) return this.scanInOrder(query, query.limit);
    const maxScanned = query.limit * SCANNED_ROWS_PER_RESULT;
    return searchWithTwoPlans({
      limit: query.limit,
      estimateMatches: () => this.estimateMatches(query),
      scanInOrder: () => this.scanInOrder(query, maxScanned),
      scanReachedEnd: () => this.scanReachedEnd(query, maxScanned),
      searchIndex: () => this.searchIndex(query),
    });
  }

  /** Estimates matches in any state. */
  private estimateMatches({ searchIn, terms }: LeadSearch): Promise<number> {
    const parameters: unknown[] = [];
    const matches = matchesText(`s.${searchIn}`, terms, parameters);
    return estimateRows(this.dataSource, `SELECT FROM lead_search s WHERE ${matches}`, parameters);
  }

  /** Stops when the page is full. */
  private scanInOrder(query: LeadSearch, maxScanned: number): Promise<string[]> {
    const parameters: unknown[] = [];
    return this.selectIds(
      `SELECT lead.id FROM (${selectInOrder(query, parameters)} LIMIT $${parameters.push(maxScanned)}) lead
        WHERE ${matchesText('lead.text', query.terms, parameters)} LIMIT $${parameters.push(query.limit)}`,
      parameters,
    );
  }

  /** Whether the list has fewer rows than were scanned. The list of all leads is taken to be longer. */
  private async scanReachedEnd(query: LeadSearch, maxScanned: number): Promise<boolean> {
    if (query.status === null && query.after === null) return false;
    const parameters: unknown[] = [];
    const [list]: { count: number }[] = await this.dataSource.query(
      `SELECT count(*)::int FROM (${selectInOrder(query, parameters)} LIMIT $${parameters.push(maxScanned)}) lead`,
      parameters,
    );
    return (list?.count ?? 0) < maxScanned;
  }

  /** Reads the state after sorting, and only until the page is full: most matches are never looked up in `leads`. */
  private searchIndex(query: LeadSearch): Promise<string[]> {
    const parameters: unknown[] = [];
    const matches = matchesText(`s.${query.searchIn}`, query.terms, parameters);
    const columns = { at: 's.received_at', id: 's.lead_id' };
    const { condition } = keysetClauses(columns, query.order, query.after, parameters);
    const sorted = keysetClauses({ at: 'at', id: 'id' }, query.order, null, parameters);
    const status =
      query.status === null
        ? 'true'
        : `(SELECT l.status FROM leads l WHERE l.id = match.id) = $${parameters.push(query.status)}`;
    return this.selectIds(
      `WITH matches AS MATERIALIZED (
         SELECT s.lead_id AS id, s.received_at AS at FROM lead_search s WHERE ${matches} AND ${condition})
       SELECT match.id FROM (SELECT id FROM matches ORDER BY ${sorted.orderBy} OFFSET 0) match
        WHERE ${status} LIMIT $${parameters.push(query.limit)}`,
      parameters,
    );
  }

  private async selectIds(sql: string, parameters: unknown[]): Promise<string[]> {
    const rows: { id: string }[] = await this.dataSource.query(sql, parameters);
    return rows.map(({ id }) => id);
  }
}

/** Selects the list without the search terms. Rows and index entries are both stored in order of time. */
function selectInOrder(query: LeadSearch, parameters: unknown[]): string {
  if (query.status === null) {
    const columns = { at: 's.received_at', id: 's.lead_id' };
    const { condition, orderBy } = keysetClauses(columns, query.order, query.after, parameters);
    return `
      SELECT s.lead_id AS id, s.${query.searchIn} AS text FROM lead_search s
       WHERE ${condition} ORDER BY ${orderBy}`;
  }
  const columns = { at: 'l.created_at', id: 'l.id' };
  const { condition, orderBy } = keysetClauses(columns, query.order, query.after, parameters);
  return `
    SELECT l.id, (SELECT s.${query.searchIn} FROM lead_search s
                   WHERE s.received_at = l.created_at::timestamptz(3) AND s.lead_id = l.id) AS text
      FROM leads l
     WHERE l.status = $${parameters.push(query.status)} AND ${condition} ORDER BY ${orderBy}`;
}
