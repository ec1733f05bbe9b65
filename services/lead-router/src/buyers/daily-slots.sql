-- Claims one slot of the buyer's day for a lead of this price, and adds the price to the budgets, if the buyer is eligible.
-- The check and the change are one statement on a row that the transaction has locked: reading first and locking later oversells.
CREATE OR REPLACE FUNCTION claim_daily_slot(buyer_id uuid, cents integer) RETURNS SETOF buyers LANGUAGE sql AS $$
  UPDATE buyers b
     SET slots_day = today(b, clock.now), slots_used = slots_used_today(b, clock.now) + 1,
         week_start = week_of(today(b, clock.now)), week_cents = spent_this_week(b, clock.now) + cents,
         month_start = month_of(today(b, clock.now)), month_cents = spent_this_month(b, clock.now) + cents,
         waiting_since = clock_timestamp()
    FROM (SELECT eligibility_now() AS now) clock
   WHERE b.id = buyer_id AND is_eligible(b, clock.now)
  RETURNING b.*
$$;

-- Releases a slot of a day, and its amount in the budgets. Earlier days, weeks and months are no longer counted.
-- Returns whether leads that wait should be offered to the buyer.
CREATE OR REPLACE FUNCTION release_daily_slot(buyer_id uuid, slot_day date, cents integer) RETURNS boolean LANGUAGE sql AS $$
  UPDATE buyers b
     SET slots_used = b.slots_used - (b.slots_day IS NOT DISTINCT FROM slot_day)::integer,
         week_cents = CASE WHEN b.week_start = week_of(slot_day) THEN GREATEST(b.week_cents - cents, 0)
                           ELSE b.week_cents END,
         month_cents = CASE WHEN b.month_start = month_of(slot_day) THEN GREATEST(b.month_cents - cents, 0)
                            ELSE b.month_cents END
   WHERE b.id = buyer_id
  RETURNING should_offer_waiting(old.is_eligible, new.is_eligible)
$$;

-- Counts again what a buyer's offers hold. The transaction has locked the buyer's row in an earlier statement, so no offer of
-- the buyer is being made.

CREATE OR REPLACE FUNCTION slots_held_on(buyer uuid, day date) RETURNS integer STABLE LANGUAGE sql AS $$
  SELECT count(*)::integer FROM lead_offers o
   WHERE o.buyer_id = buyer AND o.slot_day = day AND o.status IN ('open', 'charged')
$$;

CREATE OR REPLACE FUNCTION spent_since(buyer uuid, day date) RETURNS integer STABLE LANGUAGE sql AS $$
  SELECT COALESCE(sum(o.amount_cents), 0)::integer FROM lead_offers o
   WHERE o.buyer_id = buyer AND o.slot_day >= day AND o.status IN ('open', 'charged')
$$;

-- The last date on which an offer of the buyer holds a slot.
CREATE OR REPLACE FUNCTION last_slot_day(buyer uuid) RETURNS date STABLE LANGUAGE sql AS $$
  SELECT max(o.slot_day) FROM lead_offers o WHERE o.buyer_id = buyer AND o.status IN ('open', 'charged')
$$;

-- What the buyer has paid for leads of a day and not got back. Needs no lock: it is only shown.
CREATE OR REPLACE FUNCTION spent_on(buyer uuid, day date) RETURNS integer STABLE LANGUAGE sql AS $$
  SELECT COALESCE(sum(o.amount_cents), 0)::integer FROM lead_offers o
   WHERE o.buyer_id = buyer AND o.slot_day = day AND o.status = 'charged'
     AND NOT EXISTS (SELECT FROM sold_leads s WHERE s.lead_id = o.lead_id AND s.refunded_at IS NOT NULL)
$$;
