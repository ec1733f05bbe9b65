import type { LeadState } from '@desk/contracts';
import { estimateRows } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { matching, type Term } from './search-terms.js';

export interface LeadQuery {
  /** Where to look: the name alone, or name, e-mail, phone and state. */
  readonly in: 'name' | 'text';
  readonly terms: readonly Term[];
  readonly status: LeadState | null;
  readonly order: 'newest' | 'oldest';
  /** The last one of the page before. */
  readonly after: { readonly receivedAt: string; readonly id: string } | null;
  readonly limit: number;
}

/** What no more leads than that are expected to have is found at once by the index of trigrams. */
const RARE = 2_000;
/**
 * Of what is common, so many leads for each one wanted are looked at in the list's order. What does not fill the page
 * from them has at most one lead in a hundred, which the index of trigrams still finds quickly.
 */
const LOOKED_AT_FOR_EACH = 100;

/** Finds leads among all there are. */
@Injectable()
export class LeadFinder {
  constructor(private readonly dataSource: DataSource) {}

  /** Ids, in the order asked for. */
  async find(query: LeadQuery): Promise<string[]> {
    if (query.terms.length === 0) return this.lookAtFirst(query, query.limit);
    if ((await this.expected(query)) <= RARE) return this.lookEverywhere(query);
    const enough = query.limit * LOOKED_AT_FOR_EACH;
    const ids = await this.lookAtFirst(query, enough);
    return ids.length === query.limit || (await this.isShort(query, enough))
      ? ids
      : this.lookEverywhere(query);
  }

  /** How many leads are expected to fit, whatever their state. */
  private expected(query: LeadQuery): Promise<number> {
    const values: unknown[] = [];
    const fits = matching(`s.${query.in}`, query.terms, values);
    return estimateRows(this.dataSource, `SELECT FROM lead_search s WHERE ${fits}`, values);
  }

  /** Stops as soon as the page is full. */
  private lookAtFirst(query: LeadQuery, count: number): Promise<string[]> {
    const parameters: unknown[] = [];
    return this.ids(
      `SELECT lead.id FROM (${inOrder(query, parameters)} LIMIT $${parameters.push(count)}) lead
        WHERE ${matching('lead.text', query.terms, parameters)} LIMIT $${parameters.push(query.limit)}`,
      parameters,
    );
  }

  /** Whether the list is no longer than what was looked at. Of all leads it is, unless a page ends it. */
  private async isShort(query: LeadQuery, count: number): Promise<boolean> {
    if (query.status === null && query.after === null) return false;
    const parameters: unknown[] = [];
    const [found]: { count: number }[] = await this.dataSource.query(
      `SELECT count(*)::int FROM (${inOrder(query, parameters)} LIMIT $${parameters.push(count)}) lead`,
      parameters,
    );
    return (found?.count ?? 0) < count;
  }

  /** By the index of trigrams. The state is read after sorting, and only until the page is full. */
  private lookEverywhere(query: LeadQuery): Promise<string[]> {
    const { direction, beyond } = orders[query.order];
    const parameters: unknown[] = [];
    const hits = `
      SELECT s.lead_id AS id, s.received_at AS at FROM lead_search s
       WHERE ${matching(`s.${query.in}`, query.terms, parameters)}
         AND ${beyond('s.received_at', 's.lead_id', query.after, parameters)}`;
    const status =
      query.status === null
        ? 'true'
        : `(SELECT l.status FROM leads l WHERE l.id = hit.id) = $${parameters.push(query.status)}`;
    return this.ids(
      `WITH hits AS MATERIALIZED (${hits})
       SELECT hit.id FROM (SELECT id FROM hits ORDER BY at ${direction}, id ${direction} OFFSET 0) hit
        WHERE ${status} LIMIT $${parameters.push(query.limit)}`,
      parameters,
    );
  }

  private async ids(sql: string, parameters: unknown[]): Promise<string[]> {
    const rows: { id: string }[] = await this.dataSource.query(sql, parameters);
    return rows.map(({ id }) => id);
  }
}

const after =
  (comparison: '<' | '>') =>
  (at: string, id: string, cursor: LeadQuery['after'], parameters: unknown[]): string =>
    cursor === null
      ? 'true'
      : `(${at}, ${id}) ${comparison} ($${parameters.push(cursor.receivedAt)}::timestamptz, $${parameters.push(cursor.id)}::uuid)`;

const orders = {
  newest: { direction: 'DESC', beyond: after('<') },
  oldest: { direction: 'ASC', beyond: after('>') },
} as const;

/** The leads of the list, whatever is looked for. Both indexes run along the time, and so does what they point at. */
function inOrder(query: LeadQuery, parameters: unknown[]): string {
  const { direction, beyond } = orders[query.order];
  if (query.status === null)
    return `
      SELECT s.lead_id AS id, s.${query.in} AS text FROM lead_search s
       WHERE ${beyond('s.received_at', 's.lead_id', query.after, parameters)}
       ORDER BY s.received_at ${direction}, s.lead_id ${direction}`;
  return `
    SELECT l.id, (SELECT s.${query.in} FROM lead_search s
                   WHERE s.received_at = l.created_at::timestamptz(3) AND s.lead_id = l.id) AS text
      FROM leads l
     WHERE l.status = $${parameters.push(query.status)} AND ${beyond('l.created_at', 'l.id', query.after, parameters)}
     ORDER BY l.created_at ${direction}, l.id ${direction}`;
}
