import { prepared } from '@desk/outbox';
import { CARDS_CAN_BE_CHARGED } from './reserve.sql.js';

/** Leads looked at of each kind, so that copies that route at the same time find different ones. */
const CANDIDATES = 32;

/**
 * Null unless an eligible buyer meets the condition. The order is that of an index: `EXISTS` would let PostgreSQL read
 * the whole table when it takes more buyers for eligible than there are.
 */
const someBuyer = (condition = 'true'): string =>
  `(SELECT true FROM buyers b WHERE b.is_open AND ${condition} ORDER BY b.waiting_since, b.id LIMIT 1)`;

/** Whether some eligible buyer can take a lead that these buyers have declined. */
const canBeTaken = (declinedBy: string): string => someBuyer(`b.id <> ALL (${declinedBy})`);

/**
 * Finds and locks the first of the oldest waiting leads that an eligible buyer can take. That is nearly always one of
 * them, which costs a tenth of `LOCK_NEXT_WAITING`. Returns one row, with a lead or with whether others may wait behind
 * these. $1: hours after which a lead is too old.
 *
 * Leads are visited one by one: a backlog of thousands arises before PostgreSQL's statistics show it, and it would then
 * read and sort all of them.
 */
export const LOCK_OLDEST_WAITING = prepared(`
  WITH RECURSIVE oldest AS (
         (SELECT id, created_at, declined_by, 1 AS position FROM leads
           WHERE status = 'available' AND ${CARDS_CAN_BE_CHARGED} AND ${someBuyer()}
           ORDER BY created_at, id LIMIT 1)
         UNION ALL
         SELECT following.id, following.created_at, following.declined_by, o.position + 1
           FROM oldest o
           CROSS JOIN LATERAL (
             SELECT l.id, l.created_at, l.declined_by FROM leads l
              WHERE l.status = 'available' AND (l.created_at, l.id) > (o.created_at, o.id)
              ORDER BY l.created_at, l.id LIMIT 1) following
          WHERE o.position < ${CANDIDATES}),
       locked AS (
         SELECT l.id, l.created_at < now() - $1 * interval '1 hour' AS is_too_old
           FROM leads l
          WHERE l.id = ANY (ARRAY(SELECT o.id FROM oldest o WHERE ${canBeTaken('o.declined_by')}))
            AND l.status = 'available'
          ORDER BY l.created_at, l.id LIMIT 1 FOR UPDATE SKIP LOCKED)
  SELECT locked.id, locked.is_too_old AS "isTooOld", seen.count >= ${CANDIDATES} AS "areMore"
    FROM (SELECT count(*) FROM oldest) seen LEFT JOIN locked ON true`);

/**
 * Finds and locks the oldest waiting lead that an eligible buyer can take (ADR 0025). $1: hours after which a lead is
 * too old.
 *
 * Leads of one kind can be taken by the same buyers. `kinds` visits each kind once, with one probe of the index
 * `leads_waiting_by_kind`, so a thousand leads that nobody can take cost as much as one. Today a kind is the set of
 * buyers whose cards declined the lead. What buyers may choose later (state, age, lead type) becomes part of it: its
 * columns in front of that index and in `kinds`, its condition beside `declined_by`.
 */
export const LOCK_NEXT_WAITING = `
  WITH RECURSIVE kinds AS (
         (SELECT declined_by FROM leads
           WHERE status = 'available' AND ${CARDS_CAN_BE_CHARGED} AND ${someBuyer()}
           ORDER BY declined_by LIMIT 1)
         UNION ALL
         SELECT (SELECT l.declined_by FROM leads l
                  WHERE l.status = 'available' AND l.declined_by > k.declined_by
                  ORDER BY l.declined_by LIMIT 1)
           FROM kinds k WHERE k.declined_by IS NOT NULL),
       takeable AS MATERIALIZED (
         SELECT k.declined_by FROM kinds k
          WHERE k.declined_by IS NOT NULL
            AND ${canBeTaken('k.declined_by')}),
       candidates AS (
         SELECT oldest.id
           FROM takeable k
           CROSS JOIN LATERAL (
             SELECT l.id, l.created_at FROM leads l
              WHERE l.status = 'available' AND l.declined_by = k.declined_by
              ORDER BY l.created_at, l.id LIMIT ${CANDIDATES}) oldest
          ORDER BY oldest.created_at, oldest.id LIMIT ${CANDIDATES})
  SELECT l.id, l.created_at < now() - $1 * interval '1 hour' AS "isTooOld"
    FROM leads l
   WHERE l.id = ANY (ARRAY(SELECT id FROM candidates)) AND l.status = 'available'
   ORDER BY l.created_at, l.id LIMIT 1 FOR UPDATE SKIP LOCKED`;
