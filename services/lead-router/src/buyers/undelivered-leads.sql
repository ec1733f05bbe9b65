-- Whether an attempt to send the sold lead failed, and since then no channel has accepted it and its buyer has not seen
-- it (ADR 7).
CREATE OR REPLACE FUNCTION is_undelivered(s sold_leads) RETURNS boolean IMMUTABLE LANGUAGE sql AS $$
  SELECT s.deferred_at IS NOT NULL AND s.delivered_at IS NULL AND s.seen_at IS NULL AND s.withheld_at IS NULL
$$;

-- How many leads of tied buyers may be undelivered: one more for every few that were delivered, up to a limit for each account.
CREATE OR REPLACE FUNCTION undelivered_allowance(tied uuid[]) RETURNS integer STABLE LANGUAGE sql AS $$
  SELECT new_buyer_undelivered_leads() + COALESCE(sum(delivered.leads / delivered_leads_per_undelivered()), 0)::integer
    FROM unnest(tied) buyer(id)
   CROSS JOIN LATERAL (
     SELECT count(*) AS leads FROM (
       SELECT FROM sold_leads s
        WHERE s.buyer_id = buyer.id AND s.delivered_at IS NOT NULL AND s.withheld_at IS NULL
        LIMIT delivered_leads_per_undelivered() * max_more_undelivered_leads()) counted) delivered
$$;

-- Counts the undelivered leads of tied buyers together, and how many they may have. The transaction has locked their rows in an
-- earlier statement, so that of two changes the second sees the first. Returns those whose counts changed.
CREATE OR REPLACE FUNCTION count_undelivered_leads(tied uuid[])
RETURNS TABLE ("buyerId" uuid, "isChanged" boolean, "shouldOfferWaiting" boolean) LANGUAGE sql AS $$
  UPDATE buyers b SET undelivered_leads = counted.leads, undelivered_allowance = counted.allowance
    FROM (SELECT (SELECT count(*)::integer FROM sold_leads s WHERE s.buyer_id = ANY (tied) AND is_undelivered(s)) AS leads,
                 undelivered_allowance(tied) AS allowance
          OFFSET 0) counted
   WHERE b.id = ANY (tied) AND (b.undelivered_leads, b.undelivered_allowance) IS DISTINCT FROM (counted.leads, counted.allowance)
  RETURNING b.id, has_too_many_undelivered(new) <> has_too_many_undelivered(old),
            should_offer_waiting(old.is_eligible, new.is_eligible)
$$;

-- Counts the undelivered leads of buyers again, of each together with all who are tied to it. Locks their rows in the order of
-- the ids, so that concurrent transactions cannot deadlock; the transaction holds no buyer's lock before. Returns those whose
-- counts changed.
CREATE OR REPLACE FUNCTION recount_undelivered_leads(buyer_ids uuid[])
RETURNS TABLE ("buyerId" uuid, "isChanged" boolean, "shouldOfferWaiting" boolean) LANGUAGE plpgsql AS $$
DECLARE
  tied uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('buyer ties'));
  PERFORM FROM buyers WHERE id = ANY (ARRAY(SELECT unnest(tied_buyers(buyer.id)) FROM unnest(buyer_ids) buyer(id)))
    ORDER BY id FOR UPDATE;
  FOR tied IN SELECT DISTINCT tied_buyers(buyer.id) FROM unnest(buyer_ids) buyer(id) LOOP
    RETURN QUERY SELECT * FROM count_undelivered_leads(tied);
  END LOOP;
END $$;
