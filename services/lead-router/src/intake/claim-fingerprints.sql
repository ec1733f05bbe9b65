-- Whether a row still counts: within the window, while it suppresses an erased person, or always as a proof of one person.
-- A funnel may set a shorter window than the installation's.
CREATE OR REPLACE FUNCTION is_active(f lead_fingerprints, window_days integer) RETURNS boolean STABLE LANGUAGE sql AS $$
  SELECT f.kind = 'proof' OR f.seen_at >= now() - make_interval(days => window_days)
      OR COALESCE(f.suppressed_until >= now(), false)
$$;

-- Returns which leads already have fingerprints of posts. `posts` and `funnels` have the post number and funnel of each
-- fingerprint; the funnel's window counts. Locks nothing. The limit makes PostgreSQL keep its plan (`batchIds`).
CREATE OR REPLACE FUNCTION find_fingerprints(
  window_days integer, posts integer[], funnels uuid[], kinds text[], digests text[])
RETURNS TABLE (post integer, kind text, digest text, "leadId" uuid) STABLE LANGUAGE sql AS $$
  SELECT wanted.post, f.kind, f.digest, f.lead_id
    FROM (SELECT * FROM unnest(posts, funnels, kinds, digests) LIMIT cardinality(kinds)) wanted (post, funnel, kind, digest)
    JOIN lead_fingerprints f ON f.kind = wanted.kind AND f.digest = wanted.digest
   WHERE is_active(f, LEAST(window_days, (SELECT duplicate_window_days FROM funnels WHERE id = wanted.funnel)))
   ORDER BY f.kind, f.digest
$$;

-- Claims for new leads fingerprints that no lead had; no two of the leads share one. If another transaction has claimed one
-- meanwhile, fails with serialization_failure and is repeated. A fixed order of locks prevents deadlocks with concurrent intakes.
CREATE OR REPLACE FUNCTION claim_new_fingerprints(
  window_days integer, lead_ids uuid[], funnel_ids uuid[], kinds text[], digests text[], key_ids text[], sources text[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  claimed integer;
BEGIN
  INSERT INTO lead_fingerprints AS f (kind, digest, key_id, source, lead_id, seen_at)
  SELECT claim.kind, claim.digest, claim.key_id, claim.source, claim.lead_id, now()
    FROM unnest(kinds, digests, key_ids, sources, lead_ids) claim (kind, digest, key_id, source, lead_id)
   ORDER BY claim.kind, claim.digest
  ON CONFLICT (kind, digest) DO UPDATE
    SET lead_id = excluded.lead_id, seen_at = excluded.seen_at
  WHERE NOT is_active(f, LEAST(window_days, (
          SELECT funnels.duplicate_window_days
            FROM unnest(lead_ids, funnel_ids) of_lead (lead_id, funnel_id) JOIN funnels ON funnels.id = of_lead.funnel_id
           WHERE of_lead.lead_id = excluded.lead_id LIMIT 1)));
  GET DIAGNOSTICS claimed = ROW_COUNT;
  IF claimed < cardinality(digests) THEN
    RAISE EXCEPTION 'another transaction has claimed a fingerprint' USING ERRCODE = 'serialization_failure';
  END IF;
END $$;
