/**
 * Returns CTEs, for use after `WITH`, that append one event for each row of `buyers`, which has an `id`. Feed heads are
 * locked in the order of the buyer ids, so that concurrent statements cannot deadlock.
 */
export const appendEventsSql = (buyers: string, kind: string, leadId: string): string => `
  heads AS (
    INSERT INTO feed_heads AS h (buyer_id, head, at)
    SELECT b.id, 1, clock_timestamp() FROM ${buyers} ORDER BY b.id
    ON CONFLICT (buyer_id) DO UPDATE SET head = h.head + 1, at = GREATEST(h.at, excluded.at)
    RETURNING buyer_id, head, at),
  events AS (
    INSERT INTO buyer_feed (buyer_id, seq, kind, lead_id, at)
    SELECT buyer_id, head, ${kind}, ${leadId}, at FROM heads)`;
