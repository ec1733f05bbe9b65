import { prepared } from '@desk/outbox';
import { SERVER_START } from '@desk/service-kit';
import { CLAIM_SLOT, CLOCK, IS_ELIGIBLE } from '../buyers/eligibility.sql.js';

/** False while billing reports that the card provider does not answer: leads then wait instead of being reserved. */
export const CARDS_CAN_BE_CHARGED = '(SELECT is_available FROM provider_status)';

/**
 * Selects the eligible buyer who has waited longest and whose card did not decline the lead. $1: lead.
 *
 * The list of buyers who declined is read once, and not joined: the buyers are then read in the order of their index,
 * up to the first that fits.
 */
const selectBuyer = (locking = ''): string => `
  SELECT b.id FROM buyers b
   WHERE b.is_open AND ${CARDS_CAN_BE_CHARGED} AND b.id <> ALL ((SELECT declined_by FROM leads WHERE id = $1)::uuid[])
   ORDER BY b.waiting_since, b.id
   LIMIT 1 ${locking}`;

export const SELECT_BUYER = prepared(selectBuyer());
export const LOCK_BUYER = prepared(selectBuyer('FOR UPDATE OF b'));

/**
 * Chooses a buyer whom nobody has locked, claims a daily slot, creates the offer and moves the lead, in one round trip.
 * The buyer is locked before the claim reads the row, and `reserved_at` is read after that, so that it orders the offer
 * among the buyer's changes. Returns the chosen buyer, without an amount if the buyer turned out not to be eligible.
 * $1: lead, which the transaction has locked, $2: id of the offer.
 */
export const reserveSql = (clock = CLOCK): string => `
  WITH chosen AS (${selectBuyer('FOR UPDATE OF b SKIP LOCKED')}),
       claimed AS (
         UPDATE buyers b SET ${CLAIM_SLOT}
           FROM chosen, ${clock}
          WHERE b.id = chosen.id AND ${IS_ELIGIBLE}
         RETURNING b.id, b.units_day, b.units_used, b.daily_lead_limit, clock_timestamp() AS reserved_at),
       reserved AS (
         UPDATE leads l SET status = 'reserved', offers_made = l.offers_made + 1
           FROM claimed WHERE l.id = $1 AND l.status = 'available'
         RETURNING (l.price * 100)::int AS amount_cents),
       offered AS (
         INSERT INTO lead_offers (id, lead_id, buyer_id, status, amount_cents, unit_day, unit_number, limit_in_force,
                                  reserved_at)
         SELECT $2, $1, c.id, 'open', r.amount_cents, c.units_day, c.units_used, c.daily_lead_limit, c.reserved_at
           FROM claimed c, reserved r)
  SELECT chosen.id AS "buyerId", reserved.amount_cents AS "amountCents", ${SERVER_START} AS "serverStart"
    FROM chosen LEFT JOIN reserved ON true`;
export const RESERVE = prepared(reserveSql());
