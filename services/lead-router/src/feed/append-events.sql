-- Appends one event to the feed of each buyer. Feed heads are locked in the order of the buyer ids, so that concurrent
-- statements cannot deadlock, and until the commit: call it last in a transaction.
CREATE OR REPLACE FUNCTION append_events(buyer_ids uuid[], event_kind text, of_lead uuid) RETURNS void LANGUAGE sql AS $$
  WITH heads AS (
    INSERT INTO feed_heads AS h (buyer_id, head, at)
    SELECT id, 1, clock_timestamp() FROM unnest(buyer_ids) id ORDER BY id
    ON CONFLICT (buyer_id) DO UPDATE SET head = h.head + 1, at = GREATEST(h.at, excluded.at)
    RETURNING buyer_id, head, at)
  INSERT INTO buyer_feed (buyer_id, seq, kind, lead_id, at)
  SELECT buyer_id, head, event_kind, of_lead, at FROM heads
$$;
