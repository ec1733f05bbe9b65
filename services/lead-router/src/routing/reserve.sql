-- Claims a daily slot of a buyer whose row this transaction has locked, creates the offer and reserves the lead. Returns no row
-- if the buyer is not eligible, or the lead is not available. reserved_at is read under the lock, so that it orders the offer
-- among the buyer's changes.
CREATE OR REPLACE FUNCTION offer_lead(lead uuid, offer uuid, buyer uuid)
RETURNS TABLE ("buyerId" uuid, "amountCents" integer, "reservedAt" timestamptz) LANGUAGE plpgsql AS $$
DECLARE
  cents integer;
  b buyers;
BEGIN
  SELECT (l.price * 100)::integer INTO cents FROM leads l WHERE l.id = lead AND l.status = 'available';
  IF NOT FOUND THEN RETURN; END IF;
  SELECT * INTO b FROM claim_daily_slot(buyer, cents);
  IF b.id IS NULL THEN RETURN; END IF;
  UPDATE leads l SET status = 'reserved', offers_made = l.offers_made + 1 WHERE l.id = lead;
  RETURN QUERY
    INSERT INTO lead_offers (id, lead_id, buyer_id, status, amount_cents, slot_day, slot_number, limit_in_force,
                             undelivered_leads, undelivered_allowance, reserved_at)
    VALUES (offer, lead, buyer, 'open', cents, b.slots_day, b.slots_used, b.daily_lead_limit,
            b.undelivered_leads, b.undelivered_allowance, clock_timestamp())
    RETURNING buyer_id, amount_cents, reserved_at;
END $$;

-- Reserves an available lead, which this transaction has locked, for the eligible buyer who has waited longest. The result is
-- 'reserved', 'no-buyer', or 'busy' if every candidate is locked by another transaction.
--
-- Pass may_wait only if the transaction holds no buyer's lock; waiting for a second one could deadlock. For the same reason it
-- waits for one buyer at most: if that one became ineligible meanwhile and others are locked, the lead is 'busy'.
CREATE OR REPLACE FUNCTION reserve_lead(lead uuid, offer uuid, may_wait boolean)
RETURNS TABLE (result text, "buyerId" uuid, "amountCents" integer, "reservedAt" timestamptz) LANGUAGE plpgsql AS $$
DECLARE
  l leads;
  bits integer;
  buyer uuid;
  longest_waiting uuid;
BEGIN
  SELECT * INTO l FROM leads WHERE id = lead;
  bits := profile_bits(l.lead_type, l.estimated_assets, l.age_range);
  LOOP
    buyer := choose_and_lock_buyer(l.state, bits, l.declined_by);
    IF buyer IS NULL THEN
      -- SKIP LOCKED may have skipped the only eligible buyer, so look again without it before giving up.
      longest_waiting := choose_buyer(l.state, bits, l.declined_by);
      IF longest_waiting IS NULL THEN
        result := 'no-buyer';
        RETURN NEXT; RETURN;
      END IF;
      buyer := choose_and_lock_buyer_deeper(l.state, bits, l.declined_by);
    END IF;
    IF buyer IS NOT NULL THEN
      RETURN QUERY SELECT 'reserved', o.* FROM offer_lead(lead, offer, buyer) o;
      IF FOUND THEN RETURN; END IF;
      -- Time has made the buyer ineligible since the row was written. Any update recomputes that.
      UPDATE buyers SET slots_used = slots_used WHERE id = buyer;
      -- The transaction keeps the lock on this buyer, so it must not wait for another one.
      may_wait := false;
      CONTINUE;
    END IF;
    IF NOT may_wait THEN
      result := 'busy';
      RETURN NEXT; RETURN;
    END IF;
    -- Locks this buyer without choosing again: choosing again would make every waiting transaction lose its place.
    PERFORM FROM buyers WHERE id = longest_waiting FOR UPDATE;
    may_wait := false;
  END LOOP;
END $$;

-- Reserves new leads of this transaction one after another, each as `reserve_lead` does. Returns one result for each, in their
-- order. Never waits for a buyer: from the second lead on, the transaction may hold a buyer's lock.
CREATE OR REPLACE FUNCTION reserve_new_leads(lead_ids uuid[], offer_ids uuid[])
RETURNS TABLE (result text, "buyerId" uuid, "amountCents" integer, "reservedAt" timestamptz) LANGUAGE plpgsql AS $$
BEGIN
  FOR place IN 1 .. cardinality(lead_ids) LOOP
    RETURN QUERY SELECT * FROM reserve_lead(lead_ids[place], offer_ids[place], false);
  END LOOP;
END $$;
