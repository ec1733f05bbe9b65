import { LEAD_PRICE_CENTS, type LeadReport, REPORT_DAYS, REPORT_MAX_LEADS } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Amounts of the buyer's offers up to the lead's arrival, in its week or month. */
const spent = (unit: 'week' | 'month'): string => `
  (SELECT COALESCE(sum(o.amount_cents), 0) FROM lead_offers o
    WHERE o.buyer_id = b.id AND o.unit_day BETWEEN date_trunc('${unit}', l.day::timestamp)::date AND l.day
      AND o.reserved_at <= l.created_at AND o.status IN ('open', 'charged'))`;

/** CASE: without a budget, the offers of a month must not be added up for each of thousands of leads. */
const exceedsBudget = (unit: 'week' | 'month', budget: string): string =>
  `CASE WHEN ${budget} IS NOT NULL THEN ${spent(unit)} + ${LEAD_PRICE_CENTS} > ${budget} END`;

/** The last value of a change before the lead's arrival; `otherwise` before the first one. */
const lastChange = (table: string, column: string, otherwise: string, lead = 'l'): string => `
  COALESCE((SELECT c.${column} FROM ${table} c WHERE c.buyer_id = b.id AND c.at <= ${lead}.created_at
             ORDER BY c.at DESC, c.id DESC LIMIT 1), ${otherwise})`;

/** The calendar day on the clocks of the buyer's time zone at the lead's arrival. */
const CALENDAR_DAY = `(r.created_at AT TIME ZONE ${lastChange('buyer_filter_changes', 'time_zone', 'b.time_zone', 'r')})::date`;

/** Days of two time zones differ by at most two. */
const MAX_DAYS_AHEAD = 2;

/** After a move to an earlier time zone, the day that had begun lasted until it ended there. */
const LATER_DAY = `
  (SELECT max(o.unit_day) FROM lead_offers o
    WHERE o.buyer_id = b.id AND o.unit_day > d.calendar_day AND o.unit_day <= d.calendar_day + ${MAX_DAYS_AHEAD}
      AND o.reserved_at <= r.created_at AND o.status IN ('open', 'charged'))`;

/** Before the first change that was kept, the card was as that change ended it. */
const CARD_BEFORE_FIRST_CHANGE = `(SELECT COALESCE((SELECT NOT c.usable FROM buyer_card_changes c WHERE c.buyer_id = b.id
                     ORDER BY c.at, c.id LIMIT 1), b.card_usable))`;

/**
 * Counts the newest received leads by what became of them for the buyer. Filters, hours and budgets are those in force
 * now; pauses, card, daily limit and the day that it was are those at the lead's arrival. $1: buyer.
 */
export const LEAD_REPORT = `
  WITH received AS MATERIALIZED (
         SELECT id, created_at, state, lead_type, estimated_assets, age_range FROM leads
          WHERE created_at > now() - interval '${REPORT_DAYS} days'
          ORDER BY created_at DESC LIMIT ${REPORT_MAX_LEADS})
  SELECT outcome, count(*)::int AS count FROM (
    SELECT CASE
      WHEN EXISTS (SELECT 1 FROM lead_offers o WHERE o.lead_id = l.id AND o.buyer_id = b.id AND o.status IN ('open', 'charged'))
        THEN 'yours'
      WHEN NOT (b.filter_states = '{}' OR l.state = ANY (b.filter_states)) THEN 'states'
      WHEN NOT (b.filter_lead_types = '{}' OR l.lead_type = ANY (b.filter_lead_types)) THEN 'leadTypes'
      WHEN NOT (b.filter_asset_bands = '{}' OR l.estimated_assets = ANY (b.filter_asset_bands)) THEN 'assetBands'
      WHEN NOT (b.filter_age_ranges = '{}' OR l.age_range = ANY (b.filter_age_ranges)) THEN 'ageRanges'
      WHEN NOT ${lastChange('buyer_changes', 'service_enabled', 'true')} THEN 'paused'
      WHEN NOT ${lastChange('buyer_card_changes', 'usable', CARD_BEFORE_FIRST_CHANGE)} THEN 'card'
      WHEN (SELECT count(*) FROM lead_offers o
             WHERE o.buyer_id = b.id AND o.unit_day = l.day AND o.reserved_at <= l.created_at
               AND o.status IN ('open', 'charged')) >= ${lastChange('buyer_changes', 'daily_lead_limit', 'b.daily_lead_limit')}
        THEN 'daily-limit'
      WHEN ${exceedsBudget('week', 'b.weekly_budget_cents')}
        OR ${exceedsBudget('month', 'b.monthly_budget_cents')} THEN 'budget'
      WHEN NOT b.weekly_hours @> l.minute THEN 'hours'
      ELSE 'others' END AS outcome
      FROM buyers b
     CROSS JOIN LATERAL (
       SELECT r.*, GREATEST(d.calendar_day, ${LATER_DAY}) AS day,
              floor(extract(epoch FROM r.created_at AT TIME ZONE b.time_zone
                                       - date_trunc('week', r.created_at AT TIME ZONE b.time_zone)) / 60)::int AS minute
         FROM received r CROSS JOIN LATERAL (SELECT ${CALENDAR_DAY} AS calendar_day OFFSET 0) d
       -- OFFSET 0: computed once for each lead.
       OFFSET 0) l
     WHERE b.id = $1 AND l.created_at >= b.created_at) counted
   GROUP BY outcome`;

@Injectable()
export class LeadReportRepository {
  constructor(private readonly dataSource: DataSource) {}

  async get(buyerId: string): Promise<LeadReport> {
    const outcomes: LeadReport['outcomes'] = await this.dataSource.query(LEAD_REPORT, [buyerId]);
    const received = outcomes.reduce((sum, { count }) => sum + count, 0);
    return { days: REPORT_DAYS, received, isCapped: received === REPORT_MAX_LEADS, outcomes };
  }
}
