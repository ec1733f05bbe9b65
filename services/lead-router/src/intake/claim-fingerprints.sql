-- Whether a row still finds duplicates, suppresses an erased person, or is a proof of consent, which belongs to one person.
-- A funnel may set a shorter window than the installation's.
CREATE OR REPLACE FUNCTION is_active(f lead_fingerprints, window_days integer) RETURNS boolean STABLE LANGUAGE sql AS $$
  SELECT f.kind = 'proof' OR f.seen_at >= now() - make_interval(days => window_days)
      OR COALESCE(f.suppressed_until >= now(), false)
$$;

-- Claims the fingerprints of a lead, and returns which lead has each of them: active rows keep their lead. Locks them
-- in a fixed order, because concurrent intakes may share some of them.
CREATE OR REPLACE FUNCTION claim_fingerprints(
  lead uuid, funnel uuid, window_days integer, kinds text[], digests text[], key_ids text[], sources text[])
RETURNS TABLE (kind text, "leadId" uuid) LANGUAGE sql AS $$
  INSERT INTO lead_fingerprints AS f (kind, digest, key_id, source, lead_id, seen_at)
  SELECT claim.kind, claim.digest, claim.key_id, claim.source, lead, now()
    FROM unnest(kinds, digests, key_ids, sources) claim (kind, digest, key_id, source)
   ORDER BY claim.kind, claim.digest
  ON CONFLICT (kind, digest) DO UPDATE
    SET (lead_id, seen_at) = (
      SELECT CASE WHEN active THEN f.lead_id ELSE excluded.lead_id END,
             CASE WHEN active THEN f.seen_at ELSE excluded.seen_at END
        FROM is_active(f, LEAST(window_days, (SELECT duplicate_window_days FROM funnels WHERE id = funnel))) active)
  RETURNING f.kind, f.lead_id
$$;
