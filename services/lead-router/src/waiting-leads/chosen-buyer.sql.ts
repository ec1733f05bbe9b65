import { prepared } from '@desk/outbox';
import {
  CLOCK,
  HAS_TOO_MANY_UNDELIVERED,
  hasMonthlyBudget,
  hasWeeklyBudget,
  SLOTS_USED_TODAY,
} from '../buyers/eligibility.sql.js';
import { IS_WITHIN_HOURS } from '../buyers/weekly-hours.sql.js';
import { leadMaskSql } from '../matching/profile-mask.js';
import { CARDS_CAN_BE_CHARGED, offerTo } from '../routing/reserve.sql.js';

/** Rows read for one page of matching buyers, so that a page costs the same however few of them match. */
export const MAX_BUYERS_READ = 20_000;

const LEAD = `lead AS MATERIALIZED (
  SELECT l.state, l.declined_by, ${leadMaskSql('l')} AS mask FROM leads l WHERE l.id = $1)`;

const ACCEPTS_STATE = `(b.filter_states = '{}' OR lead.state = ANY (b.filter_states))`;
/** Of a lead with a value that filters do not know, only buyers without such filters accept the profile. */
const ACCEPTS_PROFILE = `COALESCE(b.profile_mask & lead.mask = lead.mask,
                                  b.filter_lead_types || b.filter_asset_bands || b.filter_age_ranges = '{}')`;

/** `ChosenBuyerFacts` and whether the profile matches, of `buyers b` and the `lead`. */
const FACTS = `
  b.id AS "buyerId", b.service_enabled AS "serviceEnabled", b.account_disabled AS "accountDisabled",
  b.under_review AS "isUnderReview", b.card_version AS "cardVersion", b.card_usable AS "cardUsable",
  b.id = ANY (lead.declined_by) AS "hasDeclined", ${ACCEPTS_STATE} AS "acceptsState",
  ${ACCEPTS_PROFILE} AS "acceptsProfile", ${SLOTS_USED_TODAY} AS "leadsToday", b.daily_lead_limit AS "dailyLeadLimit",
  COALESCE(b.held_until > clock.now, false) AS "isHeld", ${HAS_TOO_MANY_UNDELIVERED} AS "hasTooManyUndelivered", ${hasWeeklyBudget} AS "hasWeeklyBudget",
  ${hasMonthlyBudget} AS "hasMonthlyBudget", ${IS_WITHIN_HOURS} AS "isWithinHours",
  ${CARDS_CAN_BE_CHARGED} AS "canChargeCards"`;

/** $1: buyer. */
export const LOCK_CHOSEN_BUYER = prepared(
  'SELECT id FROM buyers WHERE id = $1 AND erased_at IS NULL FOR UPDATE',
);

/** Reads the facts of one buyer, whose row this transaction has locked. $1: lead, $2: buyer. */
export const SELECT_CHOSEN_BUYER = `
  WITH ${LEAD}
  SELECT ${FACTS} FROM lead, buyers b, ${CLOCK} WHERE b.id = $2`;

/** $1: lead, $2: id of the offer, $3: buyer. Both rows are locked. Claims a slot only of an eligible buyer. */
export const OFFER_TO_CHOSEN = prepared(offerTo('SELECT b.id FROM buyers b WHERE b.id = $3'));

/**
 * Reads a range of buyers and returns those whose filters match the lead. `lastRead` is on every row; without a match
 * it comes alone. $1: lead, $2: the buyer after whom to begin, or null, $3: most matches.
 */
export const LIST_MATCHING_BUYERS = `
  WITH ${LEAD},
       range AS MATERIALIZED (
         SELECT id FROM buyers WHERE $2::uuid IS NULL OR id > $2 ORDER BY id LIMIT ${MAX_BUYERS_READ}),
       matching AS (
         SELECT b.* FROM range JOIN buyers b USING (id), lead
          WHERE b.erased_at IS NULL AND ${ACCEPTS_STATE} AND ${ACCEPTS_PROFILE}
          ORDER BY b.id LIMIT $3),
       read AS (SELECT max(id::text)::uuid AS last_read, count(*) = ${MAX_BUYERS_READ} AS are_more FROM range)
  SELECT CASE WHEN read.are_more THEN read.last_read END AS "lastRead", found.*
    FROM read
    LEFT JOIN LATERAL (SELECT ${FACTS} FROM matching b, lead, ${CLOCK}) found ON true
   ORDER BY found."buyerId"`;
