-- The bits of a lead: a buyer accepts it if the buyer's profile mask has all of them. Null for a value that no filter knows.
CREATE OR REPLACE FUNCTION profile_bits(lead_type text, assets text, age_range text) RETURNS integer IMMUTABLE LANGUAGE sql AS $$
  SELECT (1 << (array_position(lead_types(), lead_type) - 1))
       | (1 << (array_position(asset_bands(), assets) - 1 + 8))
       | (1 << (array_position(age_ranges(), age_range) - 1 + 16))
$$;

CREATE OR REPLACE FUNCTION accepts_state(b buyers, lead_state text) RETURNS boolean IMMUTABLE LANGUAGE sql AS $$
  SELECT b.filter_states = '{}' OR lead_state = ANY (b.filter_states)
$$;

-- A lead with a value that no filter knows is accepted only without such filters.
CREATE OR REPLACE FUNCTION accepts_profile(b buyers, lead_bits integer) RETURNS boolean IMMUTABLE LANGUAGE sql AS $$
  SELECT COALESCE(b.profile_mask & lead_bits = lead_bits,
                  b.filter_lead_types || b.filter_asset_bands || b.filter_age_ranges = '{}')
$$;
