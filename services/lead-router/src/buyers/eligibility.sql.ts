import { LEAD_PRICE_CENTS } from '@desk/contracts';
import { prepared } from '@desk/outbox';
import { RESUMPTION_NEEDS_ADMIN } from './delivery-pauses.sql.js';
import { IS_WITHIN_HOURS, NEXT_HOURS_CHANGE } from './weekly-hours.sql.js';

/**
 * The eligibility rules, as SQL over one locked row of `buyers b`. They run in the database because the check and
 * the change must be one statement on one row: reading a counter first and locking afterwards oversells.
 */

/**
 * The time at which a statement evaluates eligibility, as an item of its FROM. A statement that read the clock several
 * times could see two days around midnight. Tests replace it.
 */
export const CLOCK = '(SELECT clock_timestamp() AS now) clock';

const CALENDAR_DAY = '(clock.now AT TIME ZONE b.time_zone)::date';

/**
 * The day whose slots are counted: the calendar day in the buyer's time zone, but never one before the day that was
 * counted last. After a move to an earlier time zone the day that has begun lasts until it ends there, because a day
 * that began twice would have its slots twice.
 */
export const TODAY = `GREATEST(${CALENDAR_DAY}, b.units_day)`;

/**
 * The first moment of a date in the buyer's time zone. Where clocks go back at midnight it happens twice, and PostgreSQL
 * returns the second one, so the instant an hour earlier is tried first.
 */
const startOf = (date: string): string => `(
  SELECT min(midnight.at)
    FROM (SELECT (${date})::timestamp AT TIME ZONE b.time_zone AS second) later,
         LATERAL (VALUES (later.second), (later.second - interval '1 hour')) midnight(at)
   WHERE (midnight.at AT TIME ZONE b.time_zone)::date >= ${date})`;
/** When the next day begins. */
export const NEXT_MIDNIGHT = startOf(`(${TODAY} + 1)`);

export const SLOTS_USED_TODAY = `CASE WHEN b.units_day = ${TODAY} THEN b.units_used ELSE 0 END`;

/** Weeks begin on Monday. */
export const THIS_WEEK = `date_trunc('week', ${TODAY}::timestamp)::date`;
export const THIS_MONTH = `date_trunc('month', ${TODAY}::timestamp)::date`;
const NEXT_WEEK = startOf(`(${THIS_WEEK} + 7)`);
const NEXT_MONTH = startOf(`(${THIS_MONTH} + interval '1 month')::date`);
export const SPENT_THIS_WEEK = `CASE WHEN b.week_start = ${THIS_WEEK} THEN b.week_cents ELSE 0 END`;
export const SPENT_THIS_MONTH = `CASE WHEN b.month_start = ${THIS_MONTH} THEN b.month_cents ELSE 0 END`;

/** Whether a lead more fits into a budget. Null is no budget. */
const fitsBudget = (spent: string, budget: string): string =>
  `(${budget} IS NULL OR ${spent} + ${LEAD_PRICE_CENTS} <= ${budget})`;

/** What eligibility depends on, each as an SQL expression over the row. */
interface EligibilityInputs {
  readonly serviceEnabled: string;
  readonly accountDisabled: string;
  readonly underReview: string;
  readonly cardUsable: string;
  /** Null, or the time until which the card must not be charged. */
  readonly heldUntil: string;
  readonly slotsUsedToday: string;
  readonly dailyLeadLimit: string;
  readonly spentThisWeek: string;
  readonly spentThisMonth: string;
  readonly undeliveredLeads: string;
  readonly undeliveredAllowance: string;
}
const storedInputs: EligibilityInputs = {
  serviceEnabled: 'b.service_enabled',
  accountDisabled: 'b.account_disabled',
  underReview: 'b.under_review',
  cardUsable: 'b.card_usable',
  heldUntil: 'b.held_until',
  slotsUsedToday: SLOTS_USED_TODAY,
  dailyLeadLimit: 'b.daily_lead_limit',
  spentThisWeek: SPENT_THIS_WEEK,
  spentThisMonth: SPENT_THIS_MONTH,
  undeliveredLeads: 'b.undelivered_leads',
  undeliveredAllowance: 'b.undelivered_allowance',
};

/** Whether too many leads of the buyer, and of accounts tied to it, are undelivered. */
export const HAS_TOO_MANY_UNDELIVERED = '(b.undelivered_leads >= b.undelivered_allowance)';

export const hasWeeklyBudget = fitsBudget(SPENT_THIS_WEEK, 'b.weekly_budget_cents');
export const hasMonthlyBudget = fitsBudget(SPENT_THIS_MONTH, 'b.monthly_budget_cents');

/** Whether one more lead fits into both budgets. */
const isWithinBudgets = ({ spentThisWeek, spentThisMonth }: EligibilityInputs): string =>
  `(${fitsBudget(spentThisWeek, 'b.weekly_budget_cents')} AND ${fitsBudget(spentThisMonth, 'b.monthly_budget_cents')})`;

/** Whether the buyer can get another lead. What a lead must be like is checked elsewhere, as are declines. */
const isEligible = (inputs: EligibilityInputs): string => {
  const {
    serviceEnabled,
    accountDisabled,
    underReview,
    cardUsable,
    heldUntil,
    slotsUsedToday,
    dailyLeadLimit,
    undeliveredLeads,
    undeliveredAllowance,
  } = inputs;
  return `(${serviceEnabled} AND NOT ${accountDisabled} AND NOT ${underReview} AND ${cardUsable} AND COALESCE(${heldUntil} <= clock.now, true) AND ${slotsUsedToday} < ${dailyLeadLimit} AND ${undeliveredLeads} < ${undeliveredAllowance} AND ${isWithinBudgets(inputs)} AND ${IS_WITHIN_HOURS})`;
};

/** Whether the buyer of the row is eligible now. */
export const IS_ELIGIBLE = isEligible(storedInputs);

/**
 * `SET` assignments for the derived columns, for a statement with `CLOCK` that changes the given inputs. `reopens_at` is
 * when the clock alone may change whether the buyer is eligible.
 */
export function derivedColumns(changed: Partial<EligibilityInputs> = {}): string {
  const inputs = { ...storedInputs, ...changed };
  return `is_open = ${isEligible(inputs)},
          reopens_at = LEAST(
            CASE WHEN ${inputs.slotsUsedToday} >= ${inputs.dailyLeadLimit} THEN ${NEXT_MIDNIGHT}
                 WHEN ${inputs.heldUntil} > clock.now THEN ${inputs.heldUntil} END,
            CASE WHEN NOT ${fitsBudget(inputs.spentThisWeek, 'b.weekly_budget_cents')} THEN ${NEXT_WEEK} END,
            CASE WHEN NOT ${fitsBudget(inputs.spentThisMonth, 'b.monthly_budget_cents')} THEN ${NEXT_MONTH} END,
            CASE WHEN b.weekly_hours IS NOT NULL THEN ${NEXT_HOURS_CHANGE} END)`;
}

/** `SET` assignments that claim one daily slot of an eligible buyer for a lead of this price. */
export const claimSlot = (amountCents: string): string => `
  units_used = ${SLOTS_USED_TODAY} + 1, units_day = ${TODAY}, waiting_since = clock_timestamp(),
  week_start = ${THIS_WEEK}, week_cents = ${SPENT_THIS_WEEK} + ${amountCents},
  month_start = ${THIS_MONTH}, month_cents = ${SPENT_THIS_MONTH} + ${amountCents},
  ${derivedColumns({
    slotsUsedToday: `${SLOTS_USED_TODAY} + 1`,
    spentThisWeek: `${SPENT_THIS_WEEK} + ${amountCents}`,
    spentThisMonth: `${SPENT_THIS_MONTH} + ${amountCents}`,
  })}`;

/** Whether the buyer may get leads now: all that come, or, `is_open_partly`, those that match the filters. */
export const isOpen = (row: string): string => `(${row}.is_open OR ${row}.is_open_partly)`;

/**
 * Whether the statement made the buyer eligible while leads were waiting. A lead that arrives at the same moment and
 * finds no buyer yet is picked up by the sweeper.
 */
export const SHOULD_OFFER_WAITING = `
  ${isOpen('new')} AND NOT ${isOpen('old')} AND EXISTS (SELECT 1 FROM leads WHERE status = 'available') AS "shouldOfferWaiting"`;

/**
 * Releases a slot, and its amount in the budgets. Earlier days, weeks and months are no longer counted. $1: buyer, $2: the
 * slot's day, $3: amount in cents.
 */
export const RELEASE_DAILY_SLOT = prepared(`
  UPDATE buyers b
     SET units_used = b.units_used - (b.units_day IS NOT DISTINCT FROM $2::date)::int,
         week_cents = b.week_cents - CASE WHEN b.week_start = date_trunc('week', $2::date::timestamp)::date
                                          THEN LEAST($3::int, b.week_cents) ELSE 0 END,
         month_cents = b.month_cents - CASE WHEN b.month_start = date_trunc('month', $2::date::timestamp)::date
                                            THEN LEAST($3::int, b.month_cents) ELSE 0 END
   WHERE b.id = $1`);

/** Recomputes the derived columns of a buyer whose row this transaction has locked. $1: buyer. */
export const REFRESH_ELIGIBILITY = prepared(
  `UPDATE buyers b SET ${derivedColumns()} FROM ${CLOCK} WHERE b.id = $1 RETURNING ${SHOULD_OFFER_WAITING}`,
);

/**
 * Recomputes buyers whose day, week, month or hours have begun, or whose hold or hours have ended. Copies share the work. $1: number of buyers.
 */
export const reopenDueSql = (clock = CLOCK): string => `
  UPDATE buyers b
     SET units_day = ${TODAY}, units_used = ${SLOTS_USED_TODAY}, ${derivedColumns()}
    FROM ${clock}
   WHERE b.id IN (SELECT due.id FROM buyers due, ${clock} WHERE due.reopens_at <= clock.now
                   ORDER BY due.reopens_at LIMIT $1 FOR UPDATE OF due SKIP LOCKED)
  RETURNING b.id, ${SHOULD_OFFER_WAITING}`;

/**
 * Makes buyers due for whom the stored columns were computed from another price than this release's: one before it, or
 * that of a copy of another release which runs beside it. $1: number of buyers.
 */
export const FIND_MISPRICED = prepared(`
  UPDATE buyers b SET reopens_at = clock.now
    FROM ${CLOCK}
   WHERE b.id IN (SELECT b.id FROM buyers b, ${CLOCK}
                   WHERE (b.weekly_budget_cents IS NOT NULL OR b.monthly_budget_cents IS NOT NULL)
                     AND COALESCE(b.reopens_at > clock.now, true) AND ${isOpen('b')} <> ${IS_ELIGIBLE}
                   LIMIT $1 FOR UPDATE OF b SKIP LOCKED)
  RETURNING b.id`);

/**
 * Reads a buyer's eligibility and draws a number for a change of settings (ADR 0010). `today` is computed once, so
 * that the day's offers are read from their index. $1: buyer.
 */
export const getEligibilitySql = (clock = CLOCK): string => `
  SELECT b.service_enabled AS "serviceEnabled", b.account_disabled AS "accountDisabled",
         b.under_review AS "isUnderReview", b.is_delivery_pause AS "isDeliveryPause",
         b.resumption_needs_admin AS "resumptionNeedsAdmin",
         b.daily_lead_limit AS "dailyLeadLimit", b.card_version AS "cardVersion", b.card_usable AS "cardUsable",
         b.is_held AS "isHeld", b.has_too_many_undelivered AS "hasTooManyUndelivered", b.time_zone AS "timeZone", b.used AS "leadsToday", b.midnight AS "dayEndsAt",
         (SELECT COALESCE(sum(o.amount_cents), 0)::int FROM lead_offers o
           WHERE o.buyer_id = b.id AND o.unit_day = b.today AND o.status = 'charged'
             AND NOT EXISTS (SELECT 1 FROM sold_leads s WHERE s.lead_id = o.lead_id AND s.refunded_at IS NOT NULL)) AS "spentTodayCents",
         nextval('settings_change_numbers')::float8 AS "changeNumber",
         b.has_weekly_budget AS "hasWeeklyBudget", b.has_monthly_budget AS "hasMonthlyBudget",
         b.is_within_hours AS "isWithinHours", b.filter_states AS states, b.filter_lead_types AS "leadTypes",
         b.filter_asset_bands AS "assetBands", b.filter_age_ranges AS "ageRanges"
    FROM (SELECT b.id, b.service_enabled, b.account_disabled, b.under_review,
                 NOT b.service_enabled AND b.delivery_pause_number IS NOT DISTINCT FROM b.service_change_number AS is_delivery_pause,
                 ${RESUMPTION_NEEDS_ADMIN} AS resumption_needs_admin,
                 b.daily_lead_limit, b.card_version, b.card_usable,
                 COALESCE(b.held_until > clock.now, false) AS is_held, ${HAS_TOO_MANY_UNDELIVERED} AS has_too_many_undelivered, b.time_zone, ${TODAY} AS today, ${SLOTS_USED_TODAY} AS used, ${NEXT_MIDNIGHT} AS midnight,
                 ${hasWeeklyBudget} AS has_weekly_budget,
                 ${hasMonthlyBudget} AS has_monthly_budget,
                 ${IS_WITHIN_HOURS} AS is_within_hours,
                 b.filter_states, b.filter_lead_types, b.filter_asset_bands, b.filter_age_ranges
            FROM buyers b, ${clock} WHERE b.id = $1) b`;
export const GET_ELIGIBILITY = prepared(getEligibilitySql());
