import { prepared } from '@desk/outbox';

/**
 * The eligibility rules, as SQL over one locked row of `buyers b`. They run in the database because the check and
 * the change must be one statement on one row: reading a counter first and locking afterwards oversells.
 */

/** The current calendar day in the buyer's time zone. */
export const TODAY = `(clock_timestamp() AT TIME ZONE b.time_zone)::date`;

/** Midnight in the buyer's time zone. */
const NEXT_MIDNIGHT = `((${TODAY} + 1)::timestamp AT TIME ZONE b.time_zone)`;

const SLOTS_USED_TODAY = `CASE WHEN b.units_day = ${TODAY} THEN b.units_used ELSE 0 END`;

/** What eligibility depends on, each as an SQL expression over the row. */
interface EligibilityInputs {
  readonly serviceEnabled: string;
  readonly accountDisabled: string;
  readonly cardUsable: string;
  readonly slotsUsedToday: string;
  readonly dailyLeadLimit: string;
}
const storedInputs: EligibilityInputs = {
  serviceEnabled: 'b.service_enabled',
  accountDisabled: 'b.account_disabled',
  cardUsable: 'b.card_usable',
  slotsUsedToday: SLOTS_USED_TODAY,
  dailyLeadLimit: 'b.daily_lead_limit',
};

/** Whether the buyer can get another lead. Filters and earlier offers of a lead are checked elsewhere. */
const isEligible = ({
  serviceEnabled,
  accountDisabled,
  cardUsable,
  slotsUsedToday,
  dailyLeadLimit,
}: EligibilityInputs): string =>
  `(${serviceEnabled} AND NOT ${accountDisabled} AND ${cardUsable} AND ${slotsUsedToday} < ${dailyLeadLimit})`;

/** `SET` assignments for the derived columns, for a statement that changes the given inputs. */
export function derivedColumns(changed: Partial<EligibilityInputs> = {}): string {
  const inputs = { ...storedInputs, ...changed };
  return `is_open = ${isEligible(inputs)},
          reopens_at = CASE WHEN ${inputs.slotsUsedToday} >= ${inputs.dailyLeadLimit} THEN ${NEXT_MIDNIGHT} END`;
}

/**
 * Whether the statement made the buyer eligible while leads were waiting. A lead that arrives at the same moment and
 * finds no buyer yet is picked up by the sweeper.
 */
export const SHOULD_OFFER_WAITING = `
  new.is_open AND NOT old.is_open AND EXISTS (SELECT 1 FROM leads WHERE status = 'available') AS "shouldOfferWaiting"`;

/** Claims one daily slot if the buyer is eligible at this moment. $1: buyer. */
export const CLAIM_DAILY_SLOT = prepared(`
  UPDATE buyers b
     SET units_used = ${SLOTS_USED_TODAY} + 1, units_day = ${TODAY}, waiting_since = clock_timestamp(),
         ${derivedColumns({ slotsUsedToday: `${SLOTS_USED_TODAY} + 1` })}
   WHERE b.id = $1 AND ${isEligible(storedInputs)}
  RETURNING b.units_day::text AS "slotDay", b.units_used AS "slotNumber",
            b.daily_lead_limit AS "limitInForce", clock_timestamp() AS "reservedAt"`);

/** Releases a slot of the current day; earlier days are no longer counted. $1: buyer, $2: the slot's day. */
export const RELEASE_DAILY_SLOT = prepared(`
  UPDATE buyers b SET units_used = b.units_used - 1 WHERE b.id = $1 AND b.units_day = $2`);

/** Recomputes the derived columns of a buyer whose row this transaction has locked. $1: buyer. */
export const REFRESH_ELIGIBILITY = prepared(
  `UPDATE buyers b SET ${derivedColumns()} WHERE b.id = $1 RETURNING ${SHOULD_OFFER_WAITING}`,
);

/**
 * Reads a buyer's eligibility and draws a number for a change of settings (ADR 0010). `today` is computed once, so
 * that the day's offers are read from their index. $1: buyer.
 */
export const GET_ELIGIBILITY = prepared(`
  SELECT b.service_enabled AS "serviceEnabled", b.account_disabled AS "accountDisabled",
         b.daily_lead_limit AS "dailyLeadLimit", b.card_version AS "cardVersion", b.card_usable AS "cardUsable",
         b.time_zone AS "timeZone", b.used AS "leadsToday", b.midnight AS "dayEndsAt",
         (SELECT COALESCE(sum(o.amount_cents), 0)::int FROM lead_offers o
           WHERE o.buyer_id = b.id AND o.unit_day = b.today AND o.status = 'charged') AS "spentTodayCents",
         nextval('settings_change_numbers')::float8 AS "changeNumber"
    FROM (SELECT b.id, b.service_enabled, b.account_disabled, b.daily_lead_limit, b.card_version, b.card_usable,
                 b.time_zone, ${TODAY} AS today, ${SLOTS_USED_TODAY} AS used, ${NEXT_MIDNIGHT} AS midnight
            FROM buyers b WHERE b.id = $1) b`);
