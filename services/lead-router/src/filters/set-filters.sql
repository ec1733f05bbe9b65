-- Applies filters to a buyer whose row this transaction has locked in an earlier statement, unless a change with a
-- higher number was applied before (ADR 4). The row of buyer_filter_changes proves afterwards that no offer was made
-- against the filters. Returns whether leads wait that may match now; null if nothing changed.
CREATE OR REPLACE FUNCTION set_filters(
  buyer uuid, change_number bigint, states text[], lead_types text[], asset_bands text[], age_ranges text[], mask integer,
  hours int4multirange, weekly_cents integer, monthly_cents integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  b buyers;
BEGIN
  PERFORM FROM buyers WHERE id = buyer AND filters_change_number < change_number;
  IF NOT FOUND THEN RETURN NULL; END IF;
  -- Routing finds the buyer by this row as soon as it is eligible.
  INSERT INTO filter_classes (state, profile_mask)
  SELECT state, mask FROM unnest(CASE WHEN states = '{}' THEN '{*}' ELSE states END) state ORDER BY state
  ON CONFLICT DO NOTHING;
  UPDATE buyers
     SET filter_states = states, filter_lead_types = lead_types, filter_asset_bands = asset_bands,
         filter_age_ranges = age_ranges, profile_mask = mask, weekly_hours = hours,
         weekly_budget_cents = weekly_cents, monthly_budget_cents = monthly_cents,
         filters_version = filters_version + 1, filters_change_number = change_number
   WHERE id = buyer
  RETURNING * INTO b;
  PERFORM record_filters(b, clock_timestamp(), b.time_zone);
  RETURN b.is_eligible AND EXISTS (SELECT FROM leads WHERE status = 'available');
END $$;
