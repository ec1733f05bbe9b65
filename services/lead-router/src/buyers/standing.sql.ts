import { prepared } from '@desk/outbox';

/**
 * The rules of a buyer's standing, as SQL over one locked row of `buyers b`. They decide in the database because
 * the check and the change must be one statement on one row.
 */

/** The buyer's own calendar day, now. */
export const TODAY = `(clock_timestamp() AT TIME ZONE b.time_zone)::date`;

/** When the buyer's day ends: midnight in the buyer's time zone. */
const NEXT_MIDNIGHT = `((${TODAY} + 1)::timestamp AT TIME ZONE b.time_zone)`;

const UNITS_TODAY = `CASE WHEN b.units_day = ${TODAY} THEN b.units_used ELSE 0 END`;

/** Eligible for the next lead, as far as the buyer alone is concerned. */
export const ELIGIBLE = `(b.service_enabled AND b.card_usable AND ${UNITS_TODAY} < b.daily_lead_limit)`;

/** Takes one unit of the buyer's day if, and only if, the buyer is eligible at this moment. $1: buyer. */
export const TAKE_UNIT = prepared(`
  UPDATE buyers b
     SET units_used = ${UNITS_TODAY} + 1, units_day = ${TODAY}, waiting_since = clock_timestamp()
   WHERE b.id = $1 AND ${ELIGIBLE}
  RETURNING b.units_day::text AS "unitDay", b.units_used AS "unitNumber",
            b.daily_lead_limit AS "limitInForce", clock_timestamp() AS "reservedAt"`);

/** Gives a unit back, unless its day is over and no longer counted. $1: buyer, $2: the unit's day. */
export const GIVE_UNIT_BACK = prepared(`
  UPDATE buyers b SET units_used = b.units_used - 1 WHERE b.id = $1 AND b.units_day = $2`);

/**
 * Brings the derived columns in line after any change, and says whether the buyer has become open by it.
 * $1: buyer, whose row this transaction has locked.
 */
export const REFRESH = prepared(`
  UPDATE buyers b
     SET is_open = ${ELIGIBLE},
         reopens_at = CASE WHEN ${UNITS_TODAY} >= b.daily_lead_limit THEN ${NEXT_MIDNIGHT} END
    FROM (SELECT id, is_open FROM buyers WHERE id = $1) before
   WHERE b.id = before.id
  RETURNING b.is_open AND NOT before.is_open AS "opened"`);

/** The standing as it is in force. The day is taken once, so that the offers of the day are found by their index. */
export const STANDING = prepared(`
  SELECT b.service_enabled AS "serviceEnabled", b.daily_lead_limit AS "dailyLeadLimit",
         b.card_version AS "cardVersion", b.card_usable AS "cardUsable", b.time_zone AS "timeZone",
         b.used AS "leadsToday", b.midnight AS "dayEndsAt",
         (SELECT COALESCE(sum(o.amount_cents), 0)::int FROM lead_offers o
           WHERE o.buyer_id = b.id AND o.unit_day = b.today AND o.status = 'charged') AS "spentTodayCents"
    FROM (SELECT b.*, ${TODAY} AS today, ${UNITS_TODAY} AS used, ${NEXT_MIDNIGHT} AS midnight
            FROM buyers b WHERE b.id = $1) b`);
