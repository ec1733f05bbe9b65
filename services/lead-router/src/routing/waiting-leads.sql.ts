import { CARDS_CAN_BE_CHARGED } from './reserve.sql.js';

/** Leads looked at of each kind, so that copies that route at the same time find different ones. */
const CANDIDATES = 32;

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
           WHERE status = 'available' AND ${CARDS_CAN_BE_CHARGED} AND EXISTS (SELECT 1 FROM buyers WHERE is_open)
           ORDER BY declined_by LIMIT 1)
         UNION ALL
         SELECT (SELECT l.declined_by FROM leads l
                  WHERE l.status = 'available' AND l.declined_by > k.declined_by
                  ORDER BY l.declined_by LIMIT 1)
           FROM kinds k WHERE k.declined_by IS NOT NULL),
       takeable AS MATERIALIZED (
         SELECT k.declined_by FROM kinds k
          WHERE k.declined_by IS NOT NULL
            AND EXISTS (SELECT 1 FROM buyers b WHERE b.is_open AND b.id <> ALL (k.declined_by))),
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
