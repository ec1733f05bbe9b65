import { prepared } from '@desk/outbox';
import { leadMaskSql } from '../matching/profile-mask.js';
import { CARDS_CAN_BE_CHARGED } from './reserve.sql.js';

/** Leads looked at of each kind, so that copies that route at the same time find different ones. */
const CANDIDATES = 32;

/**
 * Null unless an eligible buyer meets the condition. The order is that of an index: `EXISTS` would let PostgreSQL read
 * the whole table when it takes more buyers for eligible than there are.
 */
const someBuyer = (condition = 'true'): string =>
  `(SELECT true FROM buyers b WHERE b.is_open AND ${condition} ORDER BY b.waiting_since, b.id LIMIT 1)`;

/** Null unless an eligible buyer has a class and is none of those. */
const someBuyerOf = (lead: string, filterClass: string): string =>
  `(SELECT true FROM filtered_buyers f
     WHERE f.state = ${filterClass}.state AND f.profile_mask = ${filterClass}.profile_mask
       AND f.buyer_id <> ALL (${lead}.declined_by)
     ORDER BY f.waiting_since, f.buyer_id LIMIT 1)`;

const classMatches = (lead: string, filterClass: string): string =>
  `${filterClass}.state IN (${lead}.state, '*')
    AND ${filterClass}.profile_mask & ${leadMaskSql(lead)} = ${leadMaskSql(lead)}`;

/** Whether some eligible buyer can take the lead. */
const canBeTaken = (lead: string): string =>
  `COALESCE(${someBuyer(`b.id <> ALL (${lead}.declined_by)`)},
            (SELECT true FROM filter_classes c
              WHERE ${classMatches(lead, 'c')} AND ${someBuyerOf(lead, 'c')} LIMIT 1))`;

/** Whether some buyer is eligible. */
const SOME_BUYER = `COALESCE(${someBuyer()}, (SELECT true FROM filtered_buyers LIMIT 1))`;

const matchedColumns = ['state', 'lead_type', 'estimated_assets', 'age_range', 'declined_by'] as const;
const columnsOf = (alias: string): string => matchedColumns.map((column) => `${alias}.${column}`).join(', ');

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
         (SELECT l.id, l.created_at, ${columnsOf('l')}, 1 AS position FROM leads l
           WHERE l.status = 'available' AND ${CARDS_CAN_BE_CHARGED} AND ${SOME_BUYER}
           ORDER BY l.created_at, l.id LIMIT 1)
         UNION ALL
         SELECT following.id, following.created_at, ${columnsOf('following')}, o.position + 1
           FROM oldest o
           CROSS JOIN LATERAL (
             SELECT l.id, l.created_at, ${columnsOf('l')} FROM leads l
              WHERE l.status = 'available' AND (l.created_at, l.id) > (o.created_at, o.id)
              ORDER BY l.created_at, l.id LIMIT 1) following
          WHERE o.position < ${CANDIDATES}),
       locked AS (
         SELECT l.id, l.created_at < now() - $1 * interval '1 hour' AS is_too_old
           FROM leads l
          WHERE l.id = ANY (ARRAY(SELECT o.id FROM oldest o WHERE ${canBeTaken('o')}))
            AND l.status = 'available'
          ORDER BY l.created_at, l.id LIMIT 1 FOR UPDATE SKIP LOCKED)
  SELECT locked.id, locked.is_too_old AS "isTooOld", seen.count >= ${CANDIDATES} AS "areMore"
    FROM (SELECT count(*) FROM oldest) seen LEFT JOIN locked ON true`);

/**
 * Finds and locks the oldest waiting lead that an eligible buyer can take (ADR 0025, 0046). $1: hours after which a lead
 * is too old.
 *
 * Leads of one kind can be taken by the same buyers: filters compare the same values, and the same cards declined them.
 * `kinds` visits each kind once, with one probe of the index `leads_waiting_by_class`, so a thousand leads that nobody
 * can take cost as much as one. `open_classes` are the filters of the eligible buyers, read once for all kinds.
 */
export const LOCK_NEXT_WAITING = `
  WITH RECURSIVE open_classes AS MATERIALIZED (
         SELECT c.state, c.profile_mask FROM filter_classes c
          WHERE (SELECT true FROM filtered_buyers f
                  WHERE f.state = c.state AND f.profile_mask = c.profile_mask
                  ORDER BY f.waiting_since, f.buyer_id LIMIT 1)),
       kinds AS (
         (SELECT ${columnsOf('l')} FROM leads l
           WHERE l.status = 'available' AND ${CARDS_CAN_BE_CHARGED} AND ${SOME_BUYER}
           ORDER BY ${columnsOf('l')} LIMIT 1)
         UNION ALL
         SELECT ${columnsOf('following')}
           FROM kinds k
           CROSS JOIN LATERAL (
             SELECT ${columnsOf('l')} FROM leads l
              WHERE l.status = 'available' AND (${columnsOf('l')}) > (${columnsOf('k')})
              ORDER BY ${columnsOf('l')} LIMIT 1) following),
       takeable AS MATERIALIZED (
         SELECT k.* FROM kinds k
          WHERE ${someBuyer('b.id <> ALL (k.declined_by)')}
             OR (SELECT true FROM open_classes c
                  WHERE ${classMatches('k', 'c')} AND (k.declined_by = '{}' OR ${someBuyerOf('k', 'c')}) LIMIT 1)),
       candidates AS (
         SELECT oldest.id
           FROM takeable k
           CROSS JOIN LATERAL (
             SELECT l.id, l.created_at FROM leads l
              WHERE l.status = 'available' AND (${columnsOf('l')}) = (${columnsOf('k')})
              ORDER BY l.created_at, l.id LIMIT ${CANDIDATES}) oldest
          ORDER BY oldest.created_at, oldest.id LIMIT ${CANDIDATES})
  SELECT l.id, l.created_at < now() - $1 * interval '1 hour' AS "isTooOld"
    FROM leads l
   WHERE l.id = ANY (ARRAY(SELECT id FROM candidates)) AND l.status = 'available'
   ORDER BY l.created_at, l.id LIMIT 1 FOR UPDATE SKIP LOCKED`;
