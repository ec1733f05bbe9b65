import { prepared } from '@desk/outbox';

/**
 * The eligibility rules, as SQL over one locked row of `buyers b`. They run in the database because the check and
 * the change must be one statement on one row: reading a counter first and locking afterwards oversells.
 */

/**
 * The moment a statement is about, as an item of its FROM. A statement that read the clock several times could see two
 * days around midnight. Tests pass an item of their own.
 */
export const CLOCK = '(SELECT clock_timestamp() AS now) clock';

/** The calendar day in the buyer's time zone. */
export const TODAY = '(clock.now AT TIME ZONE b.time_zone)::date';

/**
 * The next midnight in the buyer's time zone. Where clocks go back at midnight it happens twice, and PostgreSQL returns
 * the second one, so the instant an hour earlier is tried first.
 */
const NEXT_MIDNIGHT = `(
  SELECT min(midnight.at)
    FROM (SELECT (${TODAY} + 1)::timestamp AT TIME ZONE b.time_zone AS second) later,
         LATERAL (VALUES (later.second), (later.second - interval '1 hour')) midnight(at)
   WHERE (midnight.at AT TIME ZONE b.time_zone)::date > ${TODAY})`;

export const SLOTS_USED_TODAY = `CASE WHEN b.units_day = ${TODAY} THEN b.units_used ELSE 0 END`;

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
}
const storedInputs: EligibilityInputs = {
  serviceEnabled: 'b.service_enabled',
  accountDisabled: 'b.account_disabled',
  underReview: 'b.under_review',
  cardUsable: 'b.card_usable',
  heldUntil: 'b.held_until',
  slotsUsedToday: SLOTS_USED_TODAY,
  dailyLeadLimit: 'b.daily_lead_limit',
};

/** Whether the buyer can get another lead. Filters and the buyers who declined a lead are checked elsewhere. */
const isEligible = ({
  serviceEnabled,
  accountDisabled,
  underReview,
  cardUsable,
  heldUntil,
  slotsUsedToday,
  dailyLeadLimit,
}: EligibilityInputs): string =>
  `(${serviceEnabled} AND NOT ${accountDisabled} AND NOT ${underReview} AND ${cardUsable} AND COALESCE(${heldUntil} <= clock.now, true) AND ${slotsUsedToday} < ${dailyLeadLimit})`;

/** Whether the buyer of the row is eligible now. */
export const IS_ELIGIBLE = isEligible(storedInputs);

/** `SET` assignments for the derived columns, for a statement with `CLOCK` that changes the given inputs. */
export function derivedColumns(changed: Partial<EligibilityInputs> = {}): string {
  const inputs = { ...storedInputs, ...changed };
  return `is_open = ${isEligible(inputs)},
          reopens_at = CASE WHEN ${inputs.slotsUsedToday} >= ${inputs.dailyLeadLimit} THEN ${NEXT_MIDNIGHT}
                            WHEN ${inputs.heldUntil} > clock.now THEN ${inputs.heldUntil} END`;
}

/** `SET` assignments that claim one daily slot of an eligible buyer. */
export const CLAIM_SLOT = `
  units_used = ${SLOTS_USED_TODAY} + 1, units_day = ${TODAY}, waiting_since = clock_timestamp(),
  ${derivedColumns({ slotsUsedToday: `${SLOTS_USED_TODAY} + 1` })}`;

/**
 * Whether the statement made the buyer eligible while leads were waiting. A lead that arrives at the same moment and
 * finds no buyer yet is picked up by the sweeper.
 */
export const SHOULD_OFFER_WAITING = `
  new.is_open AND NOT old.is_open AND EXISTS (SELECT 1 FROM leads WHERE status = 'available') AS "shouldOfferWaiting"`;

/** Releases a slot of the current day; earlier days are no longer counted. $1: buyer, $2: the slot's day. */
export const RELEASE_DAILY_SLOT = prepared(`
  UPDATE buyers b SET units_used = b.units_used - 1 WHERE b.id = $1 AND b.units_day = $2`);

/**
 * Returns the slot of a charged offer, once, while its day lasts. $1: offer, $2: buyer, whose row this transaction has
 * locked.
 */
export const RETURN_DAILY_SLOT = prepared(`
  WITH returned AS (
    UPDATE lead_offers o SET slot_returned_at = clock.now
      FROM buyers b, ${CLOCK}
     WHERE o.id = $1 AND b.id = $2 AND o.buyer_id = b.id AND o.status = 'charged' AND o.slot_returned_at IS NULL
       AND o.unit_day = b.units_day AND o.unit_day = ${TODAY}
    RETURNING o.buyer_id)
  UPDATE buyers b SET units_used = b.units_used - 1 FROM returned WHERE b.id = returned.buyer_id RETURNING b.id`);

/** Recomputes the derived columns of a buyer whose row this transaction has locked. $1: buyer. */
export const REFRESH_ELIGIBILITY = prepared(
  `UPDATE buyers b SET ${derivedColumns()} FROM ${CLOCK} WHERE b.id = $1 RETURNING ${SHOULD_OFFER_WAITING}`,
);

/**
 * Recomputes buyers whose next day has begun, or whose hold has ended. Copies share the work. $1: number of buyers.
 */
export const reopenDueSql = (clock = CLOCK): string => `
  UPDATE buyers b
     SET units_day = ${TODAY}, units_used = ${SLOTS_USED_TODAY}, ${derivedColumns()}
    FROM ${clock}
   WHERE b.id IN (SELECT due.id FROM buyers due, ${clock} WHERE due.reopens_at <= clock.now
                   ORDER BY due.reopens_at LIMIT $1 FOR UPDATE OF due SKIP LOCKED)
  RETURNING b.id, ${SHOULD_OFFER_WAITING}`;

/**
 * Reads a buyer's eligibility and draws a number for a change of settings (ADR 0010). `today` is computed once, so
 * that the day's offers are read from their index. $1: buyer.
 */
export const getEligibilitySql = (clock = CLOCK): string => `
  SELECT b.service_enabled AS "serviceEnabled", b.account_disabled AS "accountDisabled",
         b.under_review AS "isUnderReview",
         b.daily_lead_limit AS "dailyLeadLimit", b.card_version AS "cardVersion", b.card_usable AS "cardUsable",
         b.is_held AS "isHeld", b.time_zone AS "timeZone", b.used AS "leadsToday", b.midnight AS "dayEndsAt",
         (SELECT COALESCE(sum(o.amount_cents), 0)::int FROM lead_offers o
           WHERE o.buyer_id = b.id AND o.unit_day = b.today AND o.status = 'charged'
             AND NOT EXISTS (SELECT 1 FROM sold_leads s WHERE s.lead_id = o.lead_id AND s.refunded_at IS NOT NULL)) AS "spentTodayCents",
         nextval('settings_change_numbers')::float8 AS "changeNumber"
    FROM (SELECT b.id, b.service_enabled, b.account_disabled, b.under_review, b.daily_lead_limit, b.card_version, b.card_usable,
                 COALESCE(b.held_until > clock.now, false) AS is_held, b.time_zone, ${TODAY} AS today, ${SLOTS_USED_TODAY} AS used, ${NEXT_MIDNIGHT} AS midnight
            FROM buyers b, ${clock} WHERE b.id = $1) b`;
export const GET_ELIGIBILITY = prepared(getEligibilitySql());
