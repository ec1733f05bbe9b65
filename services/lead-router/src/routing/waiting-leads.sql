-- Finds waiting leads that an eligible buyer can take (ADR 3). Leads and kinds are visited one by one: a backlog of
-- thousands arises before PostgreSQL's statistics show it, and it would then read and sort all of them. Buyers are read in the
-- order of an index: with EXISTS, PostgreSQL reads the whole table if it overestimates how many are eligible.

CREATE OR REPLACE FUNCTION has_eligible_buyer() RETURNS boolean STABLE LANGUAGE sql AS $$
  SELECT COALESCE((SELECT true FROM buyers b WHERE b.is_eligible AND NOT b.has_filters ORDER BY b.waiting_since, b.id LIMIT 1),
                  (SELECT true FROM filtered_buyers LIMIT 1), false)
$$;

-- Whether there is an eligible buyer without filters other than those who declined.
CREATE OR REPLACE FUNCTION has_unfiltered_buyer(declined_by uuid[]) RETURNS boolean STABLE LANGUAGE sql AS $$
  SELECT COALESCE((SELECT true FROM buyers b
                    WHERE b.is_eligible AND NOT b.has_filters AND b.id <> ALL (declined_by)
                    ORDER BY b.waiting_since, b.id LIMIT 1), false)
$$;

-- Whether there is an eligible buyer with this class of filters other than those who declined.
CREATE OR REPLACE FUNCTION has_buyer_of_class(class filter_classes, declined_by uuid[]) RETURNS boolean STABLE LANGUAGE sql AS $$
  SELECT COALESCE((SELECT true FROM filtered_buyers f
                    WHERE f.state = class.state AND f.profile_mask = class.profile_mask AND f.buyer_id <> ALL (declined_by)
                    ORDER BY f.waiting_since, f.buyer_id LIMIT 1), false)
$$;

CREATE OR REPLACE FUNCTION matches_class(lead_state text, lead_bits integer, class filter_classes) RETURNS boolean IMMUTABLE
LANGUAGE sql AS $$
  SELECT class.state IN (lead_state, '*') AND class.profile_mask & lead_bits = lead_bits
$$;

-- Whether some eligible buyer can take the lead.
CREATE OR REPLACE FUNCTION can_be_taken(lead_state text, lead_bits integer, declined_by uuid[]) RETURNS boolean STABLE
LANGUAGE sql AS $$
  SELECT has_unfiltered_buyer(declined_by)
      OR EXISTS (SELECT FROM filter_classes c
                  WHERE matches_class(lead_state, lead_bits, c) AND has_buyer_of_class(c, declined_by))
$$;

-- Locks the first of the 32 oldest waiting leads that an eligible buyer can take, and skips leads that other copies
-- have locked. Nearly always finds one, at a tenth of the cost of lock_waiting_lead_of_any_kind. Returns a row without
-- a lead if more leads may wait behind these.
CREATE OR REPLACE FUNCTION lock_oldest_waiting_lead(max_age_hours double precision)
RETURNS TABLE (lead_id uuid, is_too_old boolean) LANGUAGE sql AS $$
  WITH RECURSIVE oldest AS (
         (SELECT l.id, l.created_at, l.state, profile_bits(l.lead_type, l.estimated_assets, l.age_range) AS bits, l.declined_by,
                 1 AS position
            FROM leads l
           WHERE l.status = 'available' AND (SELECT cards_can_be_charged()) AND (SELECT has_eligible_buyer())
           ORDER BY l.created_at, l.id LIMIT 1)
         UNION ALL
         SELECT next.id, next.created_at, next.state, next.bits, next.declined_by, o.position + 1
           FROM oldest o
           CROSS JOIN LATERAL (
             SELECT l.id, l.created_at, l.state, profile_bits(l.lead_type, l.estimated_assets, l.age_range) AS bits,
                    l.declined_by
               FROM leads l
              WHERE l.status = 'available' AND (l.created_at, l.id) > (o.created_at, o.id)
              ORDER BY l.created_at, l.id LIMIT 1) next
          WHERE o.position < 32),
       locked AS (
         SELECT l.id, l.created_at < now() - max_age_hours * interval '1 hour' AS is_too_old
           FROM leads l
          WHERE l.id = ANY (ARRAY(SELECT o.id FROM oldest o WHERE can_be_taken(o.state, o.bits, o.declined_by)))
            AND l.status = 'available'
          ORDER BY l.created_at, l.id LIMIT 1 FOR UPDATE SKIP LOCKED)
  SELECT locked.id, locked.is_too_old
    FROM (SELECT count(*) AS leads FROM oldest) seen LEFT JOIN locked ON true
   WHERE locked.id IS NOT NULL OR seen.leads = 32
$$;

-- Locks the oldest waiting lead that an eligible buyer can take, whatever waits before it.
--
-- Leads of one kind can be taken by the same buyers: filters compare the same values, and the same cards declined them. `kinds`
-- visits each kind once, with one probe of the index leads_waiting_by_class, so a thousand leads that nobody can take cost as
-- much as one. `open_classes` are the filters of the eligible buyers, read once for all kinds.
CREATE OR REPLACE FUNCTION lock_waiting_lead_of_any_kind(max_age_hours double precision)
RETURNS TABLE (lead_id uuid, is_too_old boolean) LANGUAGE sql AS $$
  WITH RECURSIVE open_classes AS MATERIALIZED (
         SELECT c AS class FROM filter_classes c
          WHERE (SELECT true FROM filtered_buyers f WHERE f.state = c.state AND f.profile_mask = c.profile_mask
                  ORDER BY f.waiting_since, f.buyer_id LIMIT 1)),
       kinds AS (
         (SELECT l.state, l.lead_type, l.estimated_assets, l.age_range, l.declined_by FROM leads l
           WHERE l.status = 'available' AND (SELECT cards_can_be_charged()) AND (SELECT has_eligible_buyer())
           ORDER BY l.state, l.lead_type, l.estimated_assets, l.age_range, l.declined_by LIMIT 1)
         UNION ALL
         SELECT next.* FROM kinds k
           CROSS JOIN LATERAL (
             SELECT l.state, l.lead_type, l.estimated_assets, l.age_range, l.declined_by FROM leads l
              WHERE l.status = 'available'
                AND (l.state, l.lead_type, l.estimated_assets, l.age_range, l.declined_by)
                    > (k.state, k.lead_type, k.estimated_assets, k.age_range, k.declined_by)
              ORDER BY l.state, l.lead_type, l.estimated_assets, l.age_range, l.declined_by LIMIT 1) next),
       takeable AS MATERIALIZED (
         SELECT k.* FROM kinds k
          WHERE has_unfiltered_buyer(k.declined_by)
             OR EXISTS (SELECT FROM open_classes c
                         WHERE matches_class(k.state, profile_bits(k.lead_type, k.estimated_assets, k.age_range), c.class)
                           AND (k.declined_by = '{}' OR has_buyer_of_class(c.class, k.declined_by)))),
       candidates AS (
         SELECT oldest.id
           FROM takeable k
           CROSS JOIN LATERAL (
             SELECT l.id, l.created_at FROM leads l
              WHERE l.status = 'available'
                AND (l.state, l.lead_type, l.estimated_assets, l.age_range, l.declined_by)
                    = (k.state, k.lead_type, k.estimated_assets, k.age_range, k.declined_by)
              ORDER BY l.created_at, l.id LIMIT 32) oldest
          ORDER BY oldest.created_at, oldest.id LIMIT 32)
  SELECT l.id, l.created_at < now() - max_age_hours * interval '1 hour'
    FROM leads l
   WHERE l.id = ANY (ARRAY(SELECT id FROM candidates)) AND l.status = 'available'
   ORDER BY l.created_at, l.id LIMIT 1 FOR UPDATE SKIP LOCKED
$$;

-- Locks the next lead to be routed. is_too_old: the lead is no longer real-time, so it expires instead of being sold.
CREATE OR REPLACE FUNCTION lock_next_waiting_lead(max_age_hours double precision)
RETURNS TABLE ("id" uuid, "isTooOld" boolean) LANGUAGE plpgsql AS $$
DECLARE
  oldest record;
BEGIN
  SELECT * INTO oldest FROM lock_oldest_waiting_lead(max_age_hours);
  IF oldest.lead_id IS NOT NULL THEN
    RETURN QUERY SELECT oldest.lead_id, oldest.is_too_old;
  ELSIF FOUND THEN
    RETURN QUERY SELECT * FROM lock_waiting_lead_of_any_kind(max_age_hours);
  END IF;
END $$;
