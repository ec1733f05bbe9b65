-- Changes of what decides whether a buyer gets leads. Each returns what it changed, or null if it did not apply.

-- Records a change. The row of buyer_changes proves afterwards that no offer was made against a confirmed pause or limit, so it
-- is written under the buyer's lock.
CREATE OR REPLACE FUNCTION record_buyer_change(was buyers, b buyers) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO buyer_changes (buyer_id, at, service_enabled, daily_lead_limit)
  VALUES (b.id, clock_timestamp(), b.service_enabled AND NOT b.account_disabled AND NOT b.under_review, b.daily_lead_limit);
  PERFORM append_to_feeds(ARRAY[b.id], ARRAY['eligibility-changed'], NULL);
  RETURN jsonb_build_object(
    'buyerId', b.id, 'serviceEnabled', b.service_enabled, 'dailyLeadLimit', b.daily_lead_limit,
    'settingsVersion', b.settings_version, 'previousServiceEnabled', was.service_enabled,
    'previousDailyLeadLimit', was.daily_lead_limit, 'resumptionNeedsAdmin', resumption_needs_admin(b),
    'shouldOfferWaiting', should_offer_waiting(was.is_eligible, b.is_eligible));
END $$;

-- Does nothing for a known buyer.
CREATE OR REPLACE FUNCTION register_buyer(buyer_id uuid, is_enabled boolean, daily_limit integer, zone text) RETURNS jsonb
LANGUAGE sql AS $$
  WITH registered AS (
    INSERT INTO buyers (id, service_enabled, daily_lead_limit, time_zone)
    VALUES (buyer_id, is_enabled, daily_limit, zone) ON CONFLICT (id) DO NOTHING
    RETURNING buyers AS b)
  SELECT record_buyer_change(r.b, r.b) FROM registered r
$$;

-- Whether only an admin can resume the service (ADR 7).
CREATE OR REPLACE FUNCTION resumption_needs_admin(b buyers) RETURNS boolean IMMUTABLE LANGUAGE sql AS $$
  SELECT NOT b.service_enabled AND cardinality(b.delivery_pauses) >= max_delivery_pauses()
$$;

-- Applies a pause or a resumption, unless a change with a higher number was applied before (ADR 4), and no resumption that
-- only an admin can make. One by an admin removes the delivery pauses counted so far (ADR 7).
CREATE OR REPLACE FUNCTION set_service(buyer_id uuid, is_enabled boolean, change_number bigint, is_by_admin boolean)
RETURNS jsonb LANGUAGE sql AS $$
  WITH changed AS (
    UPDATE buyers b
       SET service_enabled = is_enabled, service_change_number = change_number, settings_version = b.settings_version + 1,
           delivery_pauses = CASE WHEN is_enabled AND is_by_admin THEN '{}' ELSE b.delivery_pauses END
     WHERE b.id = buyer_id AND b.service_change_number < change_number
       AND (is_by_admin OR NOT (is_enabled AND resumption_needs_admin(b)))
    RETURNING old AS was, new AS b)
  SELECT record_buyer_change(c.was, c.b) FROM changed c
$$;

-- Applies a daily limit, unless a change with a higher number was applied before (ADR 4).
CREATE OR REPLACE FUNCTION set_daily_limit(buyer_id uuid, daily_limit integer, change_number bigint) RETURNS jsonb
LANGUAGE sql AS $$
  WITH changed AS (
    UPDATE buyers b
       SET daily_lead_limit = daily_limit, limit_change_number = change_number, settings_version = b.settings_version + 1
     WHERE b.id = buyer_id AND b.limit_change_number < change_number
    RETURNING old AS was, new AS b)
  SELECT record_buyer_change(c.was, c.b) FROM changed c
$$;

-- Accounts counts the versions of this fact.
CREATE OR REPLACE FUNCTION set_account_disabled(buyer_id uuid, is_disabled boolean, version integer) RETURNS jsonb
LANGUAGE sql AS $$
  WITH changed AS (
    UPDATE buyers b SET account_disabled = is_disabled, account_version = version
     WHERE b.id = buyer_id AND b.account_version < version
    RETURNING old AS was, new AS b)
  SELECT record_buyer_change(c.was, c.b) FROM changed c
$$;

-- Billing counts the versions of this fact.
CREATE OR REPLACE FUNCTION set_under_review(buyer_id uuid, is_under_review boolean, version integer) RETURNS jsonb
LANGUAGE sql AS $$
  WITH changed AS (
    UPDATE buyers b SET under_review = is_under_review, review_version = version
     WHERE b.id = buyer_id AND b.review_version < version
    RETURNING old AS was, new AS b)
  SELECT record_buyer_change(c.was, c.b) FROM changed c
$$;

-- Permanent: a trigger keeps the buyer erased.
CREATE OR REPLACE FUNCTION erase_buyer(buyer_id uuid) RETURNS jsonb LANGUAGE sql AS $$
  WITH changed AS (
    UPDATE buyers b SET erased_at = clock_timestamp(), account_disabled = true
     WHERE b.id = buyer_id AND b.erased_at IS NULL
    RETURNING old AS was, new AS b)
  SELECT record_buyer_change(c.was, c.b) FROM changed c
$$;

-- The delivery pauses of the buyer that count if another one begins now.
CREATE OR REPLACE FUNCTION counted_pauses(pauses timestamptz[], at timestamptz) RETURNS timestamptz[] STABLE LANGUAGE sql AS $$
  SELECT ARRAY(SELECT pause FROM unnest(pauses) pause WHERE pause > at - make_interval(days => delivery_pause_window_days())) || at
$$;

-- Pauses the service because the lead of an offer could not be delivered, unless the service was paused for that reason after
-- the offer was made: the agent may have mended the delivery since. A service that the agent has paused already is paused for
-- this reason from now on; otherwise, a pause of their own would keep this one from being counted.
-- The transaction has locked the buyer's row.
CREATE OR REPLACE FUNCTION pause_for_delivery(buyer uuid, offer_id uuid) RETURNS jsonb LANGUAGE sql AS $$
  WITH changed AS (
    UPDATE buyers b
       SET service_enabled = false, service_change_number = change.number, settings_version = b.settings_version + 1,
           delivery_pause_number = change.number, delivery_paused_at = change.at,
           delivery_pauses = counted_pauses(b.delivery_pauses, change.at)
      FROM (SELECT nextval('settings_change_numbers') AS number, eligibility_now() AS at) change
     WHERE b.id = buyer
       AND EXISTS (SELECT FROM lead_offers o
                    WHERE o.id = offer_id AND o.buyer_id = b.id
                      AND (b.delivery_paused_at IS NULL OR o.reserved_at > b.delivery_paused_at))
    RETURNING old AS was, new AS b)
  SELECT record_buyer_change(c.was, c.b) FROM changed c
$$;
