import { type exportSoldLeads, type ReminderFilter, REMOVED, type RequestOf } from '@desk/contracts';
import { keysetClauses, type KeysetCursor } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { foldText, LeadIndex, type SearchTerm, type SearchText } from '../search/lead-index.js';
import { toConditions } from '../search/lead-search.repository.js';
import { parseSearch } from '../search/search-terms.js';

type SoldLeadFilters = Omit<RequestOf<typeof exportSoldLeads>, 'after' | 'limit'>;

interface SoldLeadIds {
  /** Number of matches on all pages. */
  readonly total: number;
  /** Whether the buyer has any lead, whatever the filters. */
  readonly any: boolean;
  readonly ids: readonly string[];
}

const isShownForWithheld = ({ field, text }: SearchText): boolean =>
  field === 'name' && foldText(REMOVED).startsWith(text);

const reminderConditions: Readonly<Record<ReminderFilter, (timeZone: string) => string>> = {
  due: () => 's.remind_at <= (SELECT eligibility_now())',
  today: (timeZone) =>
    `s.remind_at < (SELECT start_of_day((eligibility_now() AT TIME ZONE ${timeZone})::date + 1, ${timeZone}))`,
  set: () => 's.remind_at IS NOT NULL',
};

const NEWEST_FIRST = 's.sold_at DESC, s.lead_id DESC';

/** Finds leads of one buyer. */
@Injectable()
export class SoldLeadSearchRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly index: LeadIndex,
  ) {}

  /** Counts all matches only if the page is full, or empty after the first. Otherwise the list ends on this page. */
  async findPage(filters: SoldLeadFilters, pageLimit: number, pageOffset: number): Promise<SoldLeadIds> {
    const parameters: unknown[] = [];
    const list = this.select(filters, parameters);
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

  /** Returns the first `limit` matches after a lead, newest first. */
  async findIdsAfter(filters: SoldLeadFilters, after: KeysetCursor | null, limit: number): Promise<string[]> {
    const parameters: unknown[] = [];
    const list = this.select(filters, parameters);
    const keyset = keysetClauses({ at: 's.sold_at', id: 's.lead_id' }, 'newest', after, parameters);
    const rows: { id: string }[] = await this.dataSource.query(
      `SELECT s.lead_id AS id ${list} AND ${keyset.condition}
        ORDER BY ${NEWEST_FIRST} LIMIT $${parameters.push(limit)}`,
      parameters,
    );
    return rows.map(({ id }) => id);
  }

  /** Returns FROM and WHERE. Appends the values to `parameters`. */
  private select(
    { buyerId, search, reminder, leadIds, ...filters }: SoldLeadFilters,
    parameters: unknown[],
  ): string {
    const terms = parseSearch(search);
    const buyer = `$${parameters.push(buyerId)}`;
    const timeZone = `(SELECT b.time_zone FROM buyers b WHERE b.id = ${buyer})`;
    const chosen = toConditions(
      [
        [filters.days, (days) => `s.sold_at > now() - make_interval(days => ${days}::int)`],
        [filters.from, (from) => `s.sold_at >= start_of_day(${from}::date, ${timeZone})`],
        [filters.to, (to) => `s.sold_at < start_of_day(${to}::date + 1, ${timeZone})`],
        [filters.state, (state) => `s.state = ${state}`],
        [filters.leadType, (leadType) => `s.lead_type = ${leadType}`],
        [filters.ageRange, (ageRange) => `s.age_range = ${ageRange}`],
        [filters.assetBand, (assetBand) => `s.estimated_assets = ${assetBand}`],
        [filters.disposition, (disposition) => `s.disposition = ${disposition}`],
      ],
      parameters,
    );
    // A withheld lead reminds nobody: its buyer can no longer clear the reminder.
    const reminded = reminder ? [reminderConditions[reminder](timeZone), 's.withheld_at IS NULL'] : [];
    const selected = leadIds ? [`s.lead_id = ANY ($${parameters.push(leadIds)}::uuid[])`] : [];
    const searched = terms.length === 0 ? [] : [this.matches(terms, buyer, parameters)];
    const all = [`s.buyer_id = ${buyer}`, ...chosen, ...reminded, ...selected, ...searched];
    return `FROM sold_leads s WHERE ${all.join(' AND ')}`;
  }

  /**
   * A lead whose contact data is withheld matches by what the list shows: its state, and the word in place of a name.
   */
  private matches(terms: readonly SearchTerm[], buyer: string, parameters: unknown[]): string {
    const match = (searched: readonly SearchTerm[]): string =>
      this.index.matches(
        searched,
        's.hashes',
        parameters,
        (hashes) => `hashes_of_buyer(${hashes}, ${buyer})`,
      );
    const others = terms.filter((texts) => !texts.some(isShownForWithheld));
    const states = others.map((texts) => texts.filter(({ field }) => field === 'state'));
    return others.length === terms.length
      ? `${match(terms)} AND (s.withheld_at IS NULL OR ${match(states)})`
      : `CASE WHEN s.withheld_at IS NULL THEN ${match(terms)} ELSE ${match(states)} END`;
  }
}
