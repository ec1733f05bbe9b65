import { prepared } from '@desk/outbox';
import { SERVER_START } from '@desk/service-kit';
import { CLOCK, claimSlot, IS_ELIGIBLE, isOpen } from '../buyers/eligibility.sql.js';
import { leadMaskSql } from '../matching/profile-mask.js';

/** False while billing reports that the card provider does not answer: leads then wait instead of being reserved. */
export const CARDS_CAN_BE_CHARGED = '(SELECT is_available FROM provider_status)';

/** Whether the filters of `buyers b` match the `lead`. */
export const MATCHES_LEAD = `
  (b.filter_states = '{}' OR (SELECT state FROM lead) = ANY (b.filter_states))
   AND (b.is_open OR b.profile_mask & (SELECT mask FROM lead) = (SELECT mask FROM lead))`;

/**
 * Unfiltered buyers to read, longest-waiting first. Must exceed the number of transactions that choose at the same
 * time.
 */
const UNFILTERED_CANDIDATES = 32;
/** Classes of filtered buyers to read, and buyers of each class. */
const CANDIDATE_CLASSES = 8;
const CANDIDATES_PER_CLASS = 8;

const STORED_LEAD = `SELECT l.state, l.declined_by, ${leadMaskSql('l')} AS mask FROM leads l WHERE l.id = $1`;
/** A lead that nobody has posted yet. $1: state, $2: type, $3: assets, $4: age range. */
const POSSIBLE_LEAD = `
  SELECT l.state, '{}'::uuid[] AS declined_by, ${leadMaskSql('l')} AS mask
    FROM (SELECT $1::text AS state, $2::text AS lead_type, $3::text AS estimated_assets, $4::text AS age_range) l`;

const DECLINED_BY = '((SELECT declined_by FROM lead)::uuid[])';

/**
 * Selects the eligible buyer who has waited longest among those whose filters match the lead and whose card did not
 * decline it. $1: lead.
 *
 * Buyers without filters are read in the order of waiting. Buyers with filters are read class by class (ADR 0046): those
 * of one class accept the same leads, so the first of each class that matches is enough to find the longest-waiting one.
 * Several of each class are read because some may be locked. Conditions are checked again on the locked row; a buyer who
 * was just served has a new `waiting_since` and no longer matches.
 */
const selectBuyer = (locking = '', lead = STORED_LEAD): string => `
  WITH lead AS MATERIALIZED (${lead}),
       classes AS (
         SELECT c.state, c.profile_mask
           FROM lead
           JOIN filter_classes c ON c.state IN (lead.state, '*') AND c.profile_mask & lead.mask = lead.mask
           CROSS JOIN LATERAL (
             SELECT f.waiting_since FROM filtered_buyers f
              WHERE f.state = c.state AND f.profile_mask = c.profile_mask AND f.buyer_id <> ALL (lead.declined_by)
              ORDER BY f.waiting_since, f.buyer_id LIMIT 1) longest
          ORDER BY longest.waiting_since LIMIT ${CANDIDATE_CLASSES}),
       candidates AS (
         (SELECT b.id, b.waiting_since FROM buyers b
           WHERE b.is_open AND b.id <> ALL ${DECLINED_BY}
           ORDER BY b.waiting_since, b.id LIMIT ${UNFILTERED_CANDIDATES})
         UNION ALL
         SELECT f.buyer_id, f.waiting_since
           FROM classes c
           CROSS JOIN LATERAL (
             SELECT f.buyer_id, f.waiting_since FROM filtered_buyers f
              WHERE f.state = c.state AND f.profile_mask = c.profile_mask AND f.buyer_id <> ALL ${DECLINED_BY}
              ORDER BY f.waiting_since, f.buyer_id LIMIT ${CANDIDATES_PER_CLASS}) f)
  SELECT b.id FROM candidates c JOIN buyers b ON b.id = c.id AND b.waiting_since = c.waiting_since
   WHERE ${CARDS_CAN_BE_CHARGED} AND ${isOpen('b')} AND ${MATCHES_LEAD}
   ORDER BY c.waiting_since, c.id
   LIMIT 1 ${locking}`;

export const SELECT_BUYER = prepared(selectBuyer());
/** Finds a buyer for a lead that nobody has posted yet. Locks nothing. */
export const SELECT_BUYER_FOR_FACTS = prepared(selectBuyer('', POSSIBLE_LEAD));
/**
 * Waits for a buyer, whatever becomes of the row meanwhile. Were the buyer selected again here, each reservation would change
 * the row for all who wait for it, and all of them would leave without a lock.
 */
export const LOCK_BUYER = prepared('SELECT 1 FROM buyers WHERE id = $1 FOR UPDATE');

/**
 * Claims a daily slot of the buyer whom `chosen` selects and locks, creates the offer and moves the lead, in one round
 * trip. The buyer is locked before the claim reads the row, and `reserved_at` is read after that, so that it orders the
 * offer among the buyer's changes. Returns the chosen buyer, without an amount if the buyer turned out not to be
 * eligible. $1: lead, which the transaction has locked, $2: id of the offer.
 */
export const offerTo = (chosen: string, clock = CLOCK): string => `
  WITH chosen AS MATERIALIZED (${chosen}),
       claimed AS (
         UPDATE buyers b SET ${claimSlot('(SELECT (price * 100)::int FROM leads WHERE id = $1)')}
           FROM chosen, ${clock}
          WHERE b.id = chosen.id AND ${IS_ELIGIBLE}
         RETURNING b.id, b.units_day, b.units_used, b.daily_lead_limit, b.undelivered_leads, b.undelivered_allowance,
                   clock_timestamp() AS reserved_at),
       reserved AS (
         UPDATE leads l SET status = 'reserved', offers_made = l.offers_made + 1
           FROM claimed WHERE l.id = $1 AND l.status = 'available'
         RETURNING (l.price * 100)::int AS amount_cents),
       offered AS (
         INSERT INTO lead_offers (id, lead_id, buyer_id, status, amount_cents, unit_day, unit_number, limit_in_force,
                                  undelivered_leads, undelivered_allowance, reserved_at)
         SELECT $2, $1, c.id, 'open', r.amount_cents, c.units_day, c.units_used, c.daily_lead_limit, c.undelivered_leads,
                c.undelivered_allowance, c.reserved_at
           FROM claimed c, reserved r)
  SELECT chosen.id AS "buyerId", reserved.amount_cents AS "amountCents", claimed.reserved_at AS "reservedAt",
         ${SERVER_START} AS "serverStart"
    FROM chosen LEFT JOIN (reserved CROSS JOIN claimed) ON true`;

/** Chooses a buyer whom nobody has locked, and makes the offer. */
export const reserveSql = (clock = CLOCK): string =>
  offerTo(selectBuyer('FOR UPDATE OF b SKIP LOCKED'), clock);
export const RESERVE = prepared(reserveSql());
