import type { LeadState } from '@desk/contracts';
import {
  DataCipher,
  estimateRows,
  keysetClauses,
  type KeysetCursor,
  type KeysetOrder,
} from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LeadTexts, type StoredLeadText, textColumns } from './lead-texts.js';
import { FIRST_ROWS, planScan } from './scan-rows.js';
import { matchesTerms, matchesText, matchesTokens, type SearchTerm } from './search-terms.js';

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

interface ListedLead extends StoredLeadText {
  readonly id: string;
  readonly at: Date;
}

/** Index entries to read first, per requested row. Nearly all of them match. */
const CANDIDATES_PER_RESULT = 2;
const MAX_CANDIDATES = 5_000;

/**
 * Searches all leads. Common terms fill the page from the first rows of the list, those of few leads are looked up in the
 * index of tokens. Either way the texts of the rows decide, once they are decrypted (ADR 27).
 */
@Injectable()
export class LeadSearchRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cipher: DataCipher,
    private readonly texts: LeadTexts,
  ) {}

  /** Returns matching lead ids in the requested order, at most `query.limit`. */
  async search(query: LeadSearch): Promise<string[]> {
    if (query.terms.length > 0) return (await this.scan(query)) ?? this.searchIndex(query);
    const parameters: unknown[] = [];
    const list = this.selectList(query, query.limit, parameters);
    return (await this.dataSource.query<{ id: string }[]>(list, parameters)).map(({ id }) => id);
  }

  /** Returns undefined if the index is faster than scanning the list until the page is full. */
  private async scan(query: LeadSearch): Promise<string[] | undefined> {
    const found: string[] = [];
    let { after } = query;
    let scanned = 0;
    let total: number | undefined;
    for (let limit = FIRST_ROWS; limit > 0;) {
      const parameters: unknown[] = [];
      const list = this.selectList({ ...query, after }, limit, parameters);
      const leads = await this.readTexts(list, query.order, parameters);
      found.push(...this.filter(leads, query));
      if (found.length >= query.limit || leads.length < limit) return found.slice(0, query.limit);
      scanned += leads.length;
      after = toCursor(leads) ?? after;
      total ??= await estimateRows(this.dataSource, 'SELECT FROM lead_search', []);
      limit = planScan({ limit: query.limit, total, scanned, matched: found.length });
    }
    return undefined;
  }

  private async searchIndex(query: LeadSearch): Promise<string[]> {
    const found: string[] = [];
    let { after } = query;
    for (let limit = query.limit * CANDIDATES_PER_RESULT; ; limit = Math.min(limit * 4, MAX_CANDIDATES)) {
      const parameters: unknown[] = [];
      const candidates = this.selectCandidates({ ...query, after }, limit, parameters);
      const leads = await this.readTexts(candidates, query.order, parameters);
      found.push(...this.filter(leads, query));
      if (found.length >= query.limit || leads.length < limit) return found.slice(0, query.limit);
      after = toCursor(leads) ?? after;
    }
  }

  private filter(leads: readonly ListedLead[], { terms, searchIn }: LeadSearch): string[] {
    const texts = this.texts.read(leads);
    return leads.flatMap(({ id }, index) =>
      matchesTerms(terms, texts[index]?.[searchIn] ?? '') ? [id] : [],
    );
  }

  /** Selects leads without regard to the terms. Rows and index entries are both stored in order of time. */
  private selectList({ status, order, after }: LeadSearch, limit: number, parameters: unknown[]): string {
    const columns =
      status === null ? { at: 's.received_at', id: 's.lead_id' } : { at: 'l.created_at', id: 'l.id' };
    const { condition, orderBy } = keysetClauses(columns, order, after, parameters);
    const source =
      status === null
        ? `lead_search s WHERE ${condition}`
        : `leads l WHERE l.status = $${parameters.push(status)} AND ${condition}`;
    return `
      SELECT ${columns.id} AS id, ${columns.at} AS at FROM ${source}
       ORDER BY ${orderBy} LIMIT $${parameters.push(limit)}`;
  }

  /**
   * Selects leads that may match. Reads the state after sorting, and only until there are enough: most candidates are
   * never looked up in `leads`.
   */
  private selectCandidates(query: LeadSearch, limit: number, parameters: unknown[]): string {
    const { searchIn, terms, status, order, after } = query;
    const { condition } = keysetClauses({ at: 's.received_at', id: 's.lead_id' }, order, after, parameters);
    const { orderBy } = keysetClauses({ at: 'at', id: 'id' }, order, null, parameters);
    const conditions = [
      matchesText(`s.${searchIn}`, terms, parameters),
      ...this.cipher.search
        .patternSearches(searchIn)
        .map(({ toTokens }) => matchesTokens('s.tokens', terms, toTokens, parameters)),
    ];
    const inState =
      status === null
        ? 'true'
        : `(SELECT l.status FROM leads l WHERE l.id = candidate.id) = $${parameters.push(status)}`;
    return `
      WITH candidates AS MATERIALIZED (
        SELECT s.lead_id AS id, s.received_at AS at FROM lead_search s
         WHERE (${conditions.map((either) => `(${either})`).join(' OR ')}) AND ${condition})
      SELECT id, at FROM (SELECT id, at FROM candidates ORDER BY ${orderBy} OFFSET 0) candidate
       WHERE ${inState} LIMIT $${parameters.push(limit)}`;
  }

  /** Adds the texts to the selected leads. */
  private readTexts(selection: string, order: KeysetOrder, parameters: unknown[]): Promise<ListedLead[]> {
    const { orderBy } = keysetClauses({ at: 'lead.at', id: 'lead.id' }, order, null, parameters);
    return this.dataSource.query<ListedLead[]>(
      `SELECT lead.id, lead.at, ${textColumns('s')} FROM (${selection}) lead
         LEFT JOIN lead_search s ON s.received_at = lead.at::timestamptz(3) AND s.lead_id = lead.id
        ORDER BY ${orderBy}`,
      parameters,
    );
  }
}

function toCursor(leads: readonly ListedLead[]): KeysetCursor | undefined {
  const last = leads.at(-1);
  return last && { at: last.at.toISOString(), id: last.id };
}
