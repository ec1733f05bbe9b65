-- Appends events: kinds[i] about lead_ids[i] to the feed of buyer_ids[i]. If lead_ids is NULL, they concern no lead.
-- Feed heads are locked until the commit, in the order of the buyer ids: call it last in a transaction, and once for all
-- buyers, so that concurrent transactions cannot deadlock.
CREATE OR REPLACE FUNCTION append_to_feeds(buyer_ids uuid[], kinds text[], lead_ids uuid[]) RETURNS void LANGUAGE sql AS $$
  WITH events AS (
    SELECT buyer_id, kind, lead_id, row_number() OVER (PARTITION BY buyer_id ORDER BY place DESC) - 1 AS later_events
      FROM unnest(buyer_ids, kinds, lead_ids) WITH ORDINALITY AS e(buyer_id, kind, lead_id, place)),
  heads AS (
    INSERT INTO feed_heads AS h (buyer_id, head, at)
    SELECT buyer_id, count(*), clock_timestamp() FROM events GROUP BY buyer_id ORDER BY buyer_id
    ON CONFLICT (buyer_id) DO UPDATE SET head = h.head + excluded.head, at = GREATEST(h.at, excluded.at)
    RETURNING buyer_id, head, at)
  INSERT INTO buyer_feed (buyer_id, seq, kind, lead_id, at)
  SELECT buyer_id, head - later_events, kind, lead_id, at FROM heads JOIN events USING (buyer_id)
$$;
