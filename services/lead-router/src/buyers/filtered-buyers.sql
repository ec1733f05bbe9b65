-- The list of eligible buyers with filters, in the order of waiting, once for each state they chose, or once for all ('*').

-- Keeps the list after a change of a buyer.
CREATE OR REPLACE FUNCTION list_filtered_buyer() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  was_listed boolean := COALESCE(OLD.is_eligible AND OLD.has_filters, false);
  is_listed boolean := NEW.is_eligible AND NEW.has_filters;
BEGIN
  IF was_listed AND is_listed AND OLD.filter_states = NEW.filter_states AND OLD.profile_mask = NEW.profile_mask THEN
    UPDATE filtered_buyers SET waiting_since = NEW.waiting_since WHERE buyer_id = NEW.id;
    RETURN NULL;
  END IF;
  IF was_listed THEN
    DELETE FROM filtered_buyers WHERE buyer_id = NEW.id;
  END IF;
  IF is_listed THEN
    INSERT INTO filtered_buyers (state, profile_mask, waiting_since, buyer_id)
    SELECT state, NEW.profile_mask, NEW.waiting_since, NEW.id
      FROM unnest(CASE WHEN NEW.filter_states = '{}' THEN '{*}' ELSE NEW.filter_states END) state;
  END IF;
  RETURN NULL;
END $$;
