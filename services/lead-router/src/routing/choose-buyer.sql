-- False while billing reports that the card provider does not answer: leads then wait instead of being reserved.
CREATE OR REPLACE FUNCTION cards_can_be_charged() RETURNS boolean STABLE LANGUAGE sql AS $$
  SELECT is_available FROM provider_status
$$;

-- Returns the eligible buyers who may have waited longest, of those whose filters match the lead and whose card did not
-- decline it.
--
-- Of the buyers without filters, the 32 who have waited longest are read.
-- Buyers with filters are read class by class (ADR 3): those of one class accept the same leads, so the first of each
-- matching class is enough to find the longest-waiting one. Eight are read of each of eight classes, because some may be locked.
-- `depth` multiplies how many are read. Pass a constant: the planner must know the limits.
CREATE OR REPLACE FUNCTION list_candidates(lead_state text, lead_bits integer, declined_by uuid[], depth integer)
RETURNS TABLE (id uuid, waiting_since timestamptz) STABLE ROWS 40 LANGUAGE sql AS $$
  (SELECT b.id, b.waiting_since FROM buyers b
    WHERE b.is_eligible AND NOT b.has_filters AND b.id <> ALL (declined_by)
    ORDER BY b.waiting_since, b.id LIMIT 32 * depth)
  UNION ALL
  SELECT f.buyer_id, f.waiting_since
    FROM (SELECT c.state, c.profile_mask
            FROM filter_classes c
           CROSS JOIN LATERAL (
             SELECT f.waiting_since FROM filtered_buyers f
              WHERE f.state = c.state AND f.profile_mask = c.profile_mask AND f.buyer_id <> ALL (declined_by)
              ORDER BY f.waiting_since, f.buyer_id LIMIT 1) longest
           WHERE c.state IN (lead_state, '*') AND c.profile_mask & lead_bits = lead_bits
           ORDER BY longest.waiting_since LIMIT 8) c
   CROSS JOIN LATERAL (
     SELECT f.buyer_id, f.waiting_since FROM filtered_buyers f
      WHERE f.state = c.state AND f.profile_mask = c.profile_mask AND f.buyer_id <> ALL (declined_by)
      ORDER BY f.waiting_since, f.buyer_id LIMIT 8 * depth) f
$$;

-- Chooses a buyer without locking, even for a lead that nobody has posted yet.
CREATE OR REPLACE FUNCTION choose_buyer(lead_state text, lead_bits integer, declined_by uuid[]) RETURNS uuid STABLE LANGUAGE sql AS $$
  SELECT b.id
    FROM list_candidates(lead_state, lead_bits, declined_by, 1) c JOIN buyers b ON b.id = c.id
   WHERE cards_can_be_charged() AND b.is_eligible AND accepts_state(b, lead_state) AND accepts_profile(b, lead_bits)
   ORDER BY c.waiting_since, c.id LIMIT 1
$$;

-- Chooses a buyer whom nobody has locked, and locks the row. Conditions are checked again on the locked row; a buyer who was just
-- served has a new waiting_since and no longer matches.
CREATE OR REPLACE FUNCTION choose_and_lock_buyer(lead_state text, lead_bits integer, declined_by uuid[]) RETURNS uuid
LANGUAGE sql AS $$
  SELECT b.id
    FROM list_candidates(lead_state, lead_bits, declined_by, 1) c
    JOIN buyers b ON b.id = c.id AND b.waiting_since = c.waiting_since
   WHERE cards_can_be_charged() AND b.is_eligible AND accepts_state(b, lead_state) AND accepts_profile(b, lead_bits)
   ORDER BY c.waiting_since, c.id LIMIT 1
     FOR UPDATE OF b SKIP LOCKED
$$;

-- Like choose_and_lock_buyer, but reads more buyers: each copy of lead-router may have locked 16 for leads of one batch.
CREATE OR REPLACE FUNCTION choose_and_lock_buyer_deeper(lead_state text, lead_bits integer, declined_by uuid[]) RETURNS uuid
LANGUAGE sql AS $$
  SELECT b.id
    FROM list_candidates(lead_state, lead_bits, declined_by, 8) c
    JOIN buyers b ON b.id = c.id AND b.waiting_since = c.waiting_since
   WHERE cards_can_be_charged() AND b.is_eligible AND accepts_state(b, lead_state) AND accepts_profile(b, lead_bits)
   ORDER BY c.waiting_since, c.id LIMIT 1
     FOR UPDATE OF b SKIP LOCKED
$$;
