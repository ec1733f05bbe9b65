-- Returns the bits that a buyer's profile mask must have to accept the lead. Null if a value of the lead is in no filter.
CREATE OR REPLACE FUNCTION profile_bits(lead_type text, assets text, age_range text) RETURNS integer IMMUTABLE LANGUAGE sql AS $$
  SELECT (1 << (array_position(lead_types(), lead_type) - 1))
       | (1 << (array_position(asset_bands(), assets) - 1 + 8))
       | (1 << (array_position(age_ranges(), age_range) - 1 + 16))
$$;

CREATE OR REPLACE FUNCTION accepts_state(b buyers, lead_state text) RETURNS boolean IMMUTABLE LANGUAGE sql AS $$
  SELECT b.filter_states = '{}' OR lead_state = ANY (b.filter_states)
$$;

-- If a value of the lead is in no filter, only buyers without these filters accept it.
CREATE OR REPLACE FUNCTION accepts_profile(b buyers, lead_bits integer) RETURNS boolean IMMUTABLE LANGUAGE sql AS $$
  SELECT COALESCE(b.profile_mask & lead_bits = lead_bits,
                  b.filter_lead_types || b.filter_asset_bands || b.filter_age_ranges = '{}')
$$;
