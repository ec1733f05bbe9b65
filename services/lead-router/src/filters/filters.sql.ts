import { prepared } from '@desk/outbox';
import { CLOCK, derivedColumns, isOpen, THIS_MONTH, THIS_WEEK } from '../buyers/eligibility.sql.js';
import { recordFilterChange, spentSince } from '../buyers/recount.sql.js';

const columns = (alias: string): string => `
  ${alias}.filter_states AS states, ${alias}.filter_lead_types AS "leadTypes",
  ${alias}.filter_asset_bands AS "assetBands", ${alias}.filter_age_ranges AS "ageRanges",
  ${alias}.weekly_hours::text AS hours, ${alias}.weekly_budget_cents AS "weeklyBudgetCents",
  ${alias}.monthly_budget_cents AS "monthlyBudgetCents", ${alias}.time_zone AS "timeZone",
  ${alias}.filters_version AS version`;

/** Reads a buyer's filters and draws a number for a change (ADR 0010). $1: buyer. */
export const GET_FILTERS = prepared(`
  SELECT ${columns('b')}, nextval('settings_change_numbers')::float8 AS "changeNumber" FROM buyers b WHERE b.id = $1`);

/** $1: buyer. */
export const SELECT_FILTERS = prepared(`SELECT ${columns('b')} FROM buyers b WHERE b.id = $1`);

const SPENT_WEEK = spentSince(THIS_WEEK);
const SPENT_MONTH = spentSince(THIS_MONTH);

/**
 * Applies filters to a buyer whose row this transaction has locked in an earlier statement, unless a change with a
 * higher number was applied before (ADR 0010). The amounts spent are summed up again, because copies of the previous
 * release do not update them. The row of `buyer_filter_changes` proves afterwards that no offer was made against the filters.
 * $1: buyer, $2: number of the change, $3 to $6: lists, $7: mask, $8: hours, $9 and $10: weekly and monthly budget.
 */
export const setFiltersSql = (clock = CLOCK): string => `
  WITH changed AS (
         UPDATE buyers b
            SET filter_states = $3::text[], filter_lead_types = $4::text[], filter_asset_bands = $5::text[],
                filter_age_ranges = $6::text[], profile_mask = $7::int, weekly_hours = $8::int4multirange,
                weekly_budget_cents = $9::int, monthly_budget_cents = $10::int,
                week_start = ${THIS_WEEK}, week_cents = ${SPENT_WEEK},
                month_start = ${THIS_MONTH}, month_cents = ${SPENT_MONTH},
                filters_version = b.filters_version + 1, filters_change_number = $2::bigint,
                is_open = false, reopens_at = NULL
           FROM ${clock}
          WHERE b.id = $1 AND b.filters_change_number < $2::bigint
         RETURNING b.*),
       recorded AS (${recordFilterChange('FROM changed')}),
       listed AS (
         INSERT INTO filter_classes (state, profile_mask)
         SELECT state, c.profile_mask
           FROM changed c, unnest(CASE WHEN c.filter_states = '{}' THEN '{*}' ELSE c.filter_states END) state
          ORDER BY state
         ON CONFLICT DO NOTHING)
  SELECT 1 FROM changed`;
export const SET_FILTERS = prepared(setFiltersSql());

/** Derives eligibility after SET_FILTERS, whose row it reads. Leads that wait may match now. $1: buyer. */
export const openAfterFiltersSql = (clock = CLOCK): string => `
  UPDATE buyers b SET ${derivedColumns()} FROM ${clock} WHERE b.id = $1
  RETURNING ${isOpen('new')} AND EXISTS (SELECT 1 FROM leads WHERE status = 'available') AS "shouldOfferWaiting"`;
export const OPEN_AFTER_FILTERS = prepared(openAfterFiltersSql());
