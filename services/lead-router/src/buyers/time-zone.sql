-- Records a buyer's filters and time zone from a moment on.
CREATE OR REPLACE FUNCTION record_filters(b buyers, since timestamptz, zone text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO buyer_filter_changes (buyer_id, at, time_zone, states, lead_types, asset_bands, age_ranges,
                                    weekly_hours, weekly_budget_cents, monthly_budget_cents)
  VALUES (b.id, since, zone, b.filter_states, b.filter_lead_types, b.filter_asset_bands, b.filter_age_ranges,
          b.weekly_hours, b.weekly_budget_cents, b.monthly_budget_cents)
$$;

-- Moves a buyer to a time zone, unless this version or a newer one is stored already. In earlier statements, the
-- transaction has locked the sale counts first and then the buyer's row. Counts the day, week and month again from the
-- offers, and the sales of all days. The day is never before the last one on which a slot is held: see today().
--
-- The row of buyer_filter_changes says in which zone the hours hold from then on. A buyer who never had filters gets a row for
-- the former zone too, so that it stays known what a day was before.
-- Returns whether leads that wait should be offered to the buyer; null if nothing changed.
CREATE OR REPLACE FUNCTION set_time_zone(buyer uuid, zone text, version integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  day date := GREATEST((eligibility_now() AT TIME ZONE zone)::date, last_slot_day(buyer));
  was buyers;
  b buyers;
BEGIN
  SELECT * INTO was FROM buyers WHERE id = buyer AND time_zone_version < version;
  IF NOT FOUND THEN RETURN NULL; END IF;
  UPDATE buyers
     SET time_zone = zone, time_zone_version = version, slots_day = day, slots_used = slots_held_on(buyer, day),
         week_start = week_of(day), week_cents = spent_since(buyer, week_of(day)),
         month_start = month_of(day), month_cents = spent_since(buyer, month_of(day))
   WHERE id = buyer
  RETURNING * INTO b;
  IF NOT EXISTS (SELECT FROM buyer_filter_changes WHERE buyer_id = buyer) THEN
    PERFORM record_filters(b, b.created_at, was.time_zone);
  END IF;
  PERFORM record_filters(b, clock_timestamp(), zone);
  PERFORM recount_sales(buyer);
  RETURN should_offer_waiting(was.is_eligible, b.is_eligible);
END $$;
