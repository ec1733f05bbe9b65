-- Appends events of one kind to the feeds of buyers: one for each buyer in `buyer_ids`, about the lead at the same place
-- in `lead_ids`. Feed heads are locked in the order of the buyer ids, so that concurrent statements cannot deadlock, and
-- until the commit: call it last in a transaction.
CREATE OR REPLACE FUNCTION append_feed_events(buyer_ids uuid[], event_kind text, lead_ids uuid[]) RETURNS void LANGUAGE sql AS $$
  WITH events AS (
    SELECT buyer_id, lead_id, row_number() OVER (PARTITION BY buyer_id ORDER BY place DESC) - 1 AS later_events
      FROM unnest(buyer_ids, lead_ids) WITH ORDINALITY AS e(buyer_id, lead_id, place)),
  heads AS (
    INSERT INTO feed_heads AS h (buyer_id, head, at)
    SELECT buyer_id, count(*), clock_timestamp() FROM events GROUP BY buyer_id ORDER BY buyer_id
    ON CONFLICT (buyer_id) DO UPDATE SET head = h.head + excluded.head, at = GREATEST(h.at, excluded.at)
    RETURNING buyer_id, head, at)
  INSERT INTO buyer_feed (buyer_id, seq, kind, lead_id, at)
  SELECT buyer_id, head - later_events, event_kind, lead_id, at FROM heads JOIN events USING (buyer_id)
$$;
