import { prepared } from '@desk/outbox';

/**
 * The rules of a buyer's standing, as SQL over one locked row of `buyers b`. They decide in the database because
 * the check and the change must be one statement on one row.
 */

/** The buyer's own calendar day, now. */
export const TODAY = `(clock_timestamp() AT TIME ZONE b.time_zone)::date`;

/** When the buyer's day ends: midnight in the buyer's time zone. */
const NEXT_MIDNIGHT = `((${TODAY} + 1)::timestamp AT TIME ZONE b.time_zone)`;

const SLOTS_USED_TODAY = `CASE WHEN b.units_day = ${TODAY} THEN b.units_used ELSE 0 END`;

/** What makes a buyer eligible, each as an expression over the row. */
interface Eligibility {
  readonly serviceEnabled: string;
  readonly cardUsable: string;
  readonly slotsUsedToday: string;
  readonly dailyLeadLimit: string;
}
const asItIs: Eligibility = {
  serviceEnabled: 'b.service_enabled',
  cardUsable: 'b.card_usable',
  slotsUsedToday: SLOTS_USED_TODAY,
  dailyLeadLimit: 'b.daily_lead_limit',
};

/** Eligible for the next lead, as far as the buyer alone is concerned. */
const eligible = ({ serviceEnabled, cardUsable, slotsUsedToday, dailyLeadLimit }: Eligibility): string =>
  `(${serviceEnabled} AND ${cardUsable} AND ${slotsUsedToday} < ${dailyLeadLimit})`;

/** Sets the columns that are derived from others, for a statement that changes these. */
export function derived(changed: Partial<Eligibility> = {}): string {
  const standing = { ...asItIs, ...changed };
  return `is_open = ${eligible(standing)},
          reopens_at = CASE WHEN ${standing.slotsUsedToday} >= ${standing.dailyLeadLimit} THEN ${NEXT_MIDNIGHT} END`;
}

/**
 * Whether the buyer has become open by the statement that returns this while leads wait. One that has come meanwhile,
 * and found nobody open yet, is offered by the sweeper.
 */
export const OFFERS_WAITING = `
  new.is_open AND NOT old.is_open AND EXISTS (SELECT 1 FROM leads WHERE status = 'available') AS "offersWaiting"`;

/** Takes one unit of the buyer's day if, and only if, the buyer is eligible at this moment. $1: buyer. */
export const CLAIM_DAILY_SLOT = prepared(`
  UPDATE buyers b
     SET units_used = ${SLOTS_USED_TODAY} + 1, units_day = ${TODAY}, waiting_since = clock_timestamp(),
         ${derived({ slotsUsedToday: `${SLOTS_USED_TODAY} + 1` })}
   WHERE b.id = $1 AND ${eligible(asItIs)}
  RETURNING b.units_day::text AS "slotDay", b.units_used AS "slotNumber",
            b.daily_lead_limit AS "limitInForce", clock_timestamp() AS "reservedAt"`);

/** Gives a unit back, unless its day is over and no longer counted. $1: buyer, $2: the unit's day. */
export const RELEASE_DAILY_SLOT = prepared(`
  UPDATE buyers b SET units_used = b.units_used - 1 WHERE b.id = $1 AND b.units_day = $2`);

/** Brings the derived columns in line after any other change. $1: buyer, whose row this transaction has locked. */
export const REFRESH = prepared(
  `UPDATE buyers b SET ${derived()} WHERE b.id = $1 RETURNING ${OFFERS_WAITING}`,
);

/** The standing as it is in force. The day is taken once, so that the offers of the day are found by their index. */
export const ELIGIBILITY = prepared(`
  SELECT b.service_enabled AS "serviceEnabled", b.daily_lead_limit AS "dailyLeadLimit",
         b.card_version AS "cardVersion", b.card_usable AS "cardUsable", b.time_zone AS "timeZone",
         b.used AS "leadsToday", b.midnight AS "dayEndsAt",
         (SELECT COALESCE(sum(o.amount_cents), 0)::int FROM lead_offers o
           WHERE o.buyer_id = b.id AND o.unit_day = b.today AND o.status = 'charged') AS "spentTodayCents"
    FROM (SELECT b.id, b.service_enabled, b.daily_lead_limit, b.card_version, b.card_usable, b.time_zone,
                 ${TODAY} AS today, ${SLOTS_USED_TODAY} AS used, ${NEXT_MIDNIGHT} AS midnight
            FROM buyers b WHERE b.id = $1) b`);
