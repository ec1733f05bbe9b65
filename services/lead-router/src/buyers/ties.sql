-- Buyers who share a card, a phone number or a mail server of their own: one person with several accounts.

-- Returns whether one of the ties was new. A mail domain ties 20 accounts at most: one with more may be a provider that
-- is on no list. Ties are not added while the state of tied buyers is counted, nor the other way round, so call it
-- before the transaction locks a buyer.
CREATE OR REPLACE FUNCTION add_ties(buyer uuid, kinds text[], digests text[]) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('buyer ties'));
  INSERT INTO buyer_ties (buyer_id, kind, digest)
  SELECT buyer, tie.kind, tie.digest FROM unnest(kinds, digests) tie(kind, digest)
   WHERE tie.kind <> 'domain'
      OR (SELECT count(*) FROM buyer_ties t WHERE t.kind = tie.kind AND t.digest = tie.digest) < 20
  ON CONFLICT DO NOTHING;
  RETURN FOUND;
END $$;

-- Returns the ids, in their order, of the buyer and all who are tied to it, also over accounts in between.
CREATE OR REPLACE FUNCTION tied_buyers(buyer uuid) RETURNS uuid[] STABLE LANGUAGE sql AS $$
  WITH RECURSIVE tied(id) AS (
    SELECT buyer
    UNION
    SELECT other.buyer_id FROM tied
      JOIN buyer_ties own ON own.buyer_id = tied.id
      JOIN buyer_ties other ON other.kind = own.kind AND other.digest = own.digest)
  SELECT array_agg(id ORDER BY id) FROM tied
$$;

-- Locks the buyer and all who are tied to it, and returns their ids. In the order of the ids, so that concurrent transactions
-- cannot deadlock; the transaction holds no buyer's lock before.
CREATE OR REPLACE FUNCTION lock_tied_buyers(buyer uuid) RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('buyer ties'));
  ids := tied_buyers(buyer);
  PERFORM FROM buyers WHERE id = ANY (ids) ORDER BY id FOR UPDATE;
  RETURN ids;
END $$;

-- Counts a delivery pause that this transaction has started, for the other tied buyers, too.
CREATE OR REPLACE FUNCTION count_pause_for_tied(buyer uuid, tied uuid[]) RETURNS void LANGUAGE sql AS $$
  UPDATE buyers b SET delivery_pauses = counted_pauses(b.delivery_pauses, paused.delivery_paused_at)
    FROM buyers paused
   WHERE paused.id = buyer AND b.id = ANY (tied) AND b.id <> buyer
$$;

-- Gives tied buyers the delivery pauses of any of them that count now. A buyer whom only an admin can resume keeps
-- their own.
CREATE OR REPLACE FUNCTION share_pauses(tied uuid[]) RETURNS void LANGUAGE sql AS $$
  UPDATE buyers b SET delivery_pauses = shared.pauses
    FROM (SELECT array_agg(DISTINCT pause.at ORDER BY pause.at) AS pauses
            FROM buyers t, unnest(t.delivery_pauses) pause(at)
           WHERE t.id = ANY (tied)
             AND pause.at > eligibility_now() - make_interval(days => delivery_pause_window_days())) shared
   WHERE b.id = ANY (tied) AND b.delivery_pauses <> shared.pauses AND NOT resumption_needs_admin(b)
$$;
