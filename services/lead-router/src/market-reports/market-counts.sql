-- What became of leads, by the day of their acceptance in the reporting time zone, so that admins' reports need not read the
-- leads (ADR 37). Triggers append each change to market_changes, in the transaction of the change and without a lock that others
-- wait for. `fold_market_changes` adds them to funnel_counts, place_counts and delay_counts. Reports read all four.

CREATE OR REPLACE FUNCTION report_day(at timestamptz) RETURNS date STABLE LANGUAGE sql AS $$
  SELECT (at AT TIME ZONE (SELECT time_zone FROM report_zone))::date
$$;

-- Runs after leads were accepted.
CREATE OR REPLACE FUNCTION count_accepted_leads() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO market_changes (received_at, funnel_id, campaign_source, campaign, state, lead_type, accepted)
  SELECT created_at, funnel_id, campaign_source, campaign, state, lead_type, 1 FROM accepted_leads;
  RETURN NULL;
END $$;

-- Runs after a lead expired. Subtracts one that was made available by hand: the service never does that.
CREATE OR REPLACE FUNCTION count_expired_lead() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO market_changes (received_at, funnel_id, campaign_source, campaign, state, lead_type, expired)
  VALUES (NEW.created_at, NEW.funnel_id, NEW.campaign_source, NEW.campaign, NEW.state, NEW.lead_type,
          CASE WHEN NEW.status = 'expired' THEN 1 ELSE -1 END);
  RETURN NULL;
END $$;

-- Upper bounds, in milliseconds, of the classes in which delays from post to delivery are counted. Longer delays are in
-- a class of their own.
CREATE OR REPLACE FUNCTION delay_bounds() RETURNS integer[] IMMUTABLE LANGUAGE sql AS $$
  SELECT '{100,150,200,250,300,400,500,600,700,800,1000,1500,2000,3000,5000,10000,30000,60000,600000,3600000,86400000}'::integer[]
$$;

-- How many of the bounds a delivery exceeded. Null without one.
CREATE OR REPLACE FUNCTION delay_of(received_at timestamptz, delivered_at timestamptz) RETURNS integer STABLE LANGUAGE sql AS $$
  SELECT CASE WHEN delivered_at IS NOT NULL THEN
    (SELECT count(*)::integer FROM unnest(delay_bounds()) bound WHERE delivered_at > received_at + bound * interval '1 ms') END
$$;

-- How a sale counts.
CREATE OR REPLACE FUNCTION market_counts_of(s sold_leads, received_at timestamptz)
RETURNS TABLE (sold integer, refunded integer, revenue_cents bigint, contacted integer, appointment integer, won integer,
               lost integer, delay integer, delivered integer) STABLE LANGUAGE sql AS $$
  SELECT 1, (s.refunded_at IS NOT NULL)::int, CASE WHEN s.refunded_at IS NULL THEN s.amount_cents ELSE 0 END,
         (s.disposition = 'contacted')::int, (s.disposition = 'appointment')::int, (s.disposition = 'won')::int,
         (s.disposition = 'lost')::int, delay_of(received_at, s.delivered_at), (s.delivered_at IS NOT NULL)::int
$$;

-- Adds sales, or subtracts them if `sign` is -1.
CREATE OR REPLACE FUNCTION add_to_market(sales sold_leads[], sign integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO market_changes (received_at, funnel_id, campaign_source, campaign, state, lead_type, sold, refunded, revenue_cents,
                              contacted, appointment, won, lost, delay, delivered)
  SELECT l.created_at, l.funnel_id, l.campaign_source, l.campaign, l.state, l.lead_type, sign * f.sold, sign * f.refunded,
         sign * f.revenue_cents, sign * f.contacted, sign * f.appointment, sign * f.won, sign * f.lost, f.delay,
         sign * f.delivered
    FROM unnest(sales) s JOIN leads l ON l.id = s.lead_id CROSS JOIN LATERAL market_counts_of(s, l.created_at) f
$$;

-- Runs after sales were recorded.
CREATE OR REPLACE FUNCTION count_new_market_sales() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM add_to_market((SELECT array_agg(ROW(s.*)::sold_leads) FROM new_sales s), 1);
  RETURN NULL;
END $$;

-- Runs after a counted value of a sale changed.
CREATE OR REPLACE FUNCTION count_changed_market_sale() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM add_to_market(ARRAY[OLD], -1);
  PERFORM add_to_market(ARRAY[NEW], 1);
  RETURN NULL;
END $$;

-- Counts by funnel, by place and by delay, as of now. The changes that are not folded yet are few.
CREATE OR REPLACE FUNCTION funnel_counts_between(first date, last date) RETURNS SETOF funnel_counts STABLE LANGUAGE sql AS $$
  SELECT * FROM funnel_counts WHERE day BETWEEN first AND last
  UNION ALL
  SELECT funnel_id, report_day(received_at), campaign_source, campaign, accepted, sold, expired, refunded, revenue_cents,
         contacted, appointment, won, lost
    FROM market_changes WHERE report_day(received_at) BETWEEN first AND last
$$;
CREATE OR REPLACE FUNCTION place_counts_between(first date, last date) RETURNS SETOF place_counts STABLE LANGUAGE sql AS $$
  SELECT * FROM place_counts WHERE day BETWEEN first AND last
  UNION ALL
  SELECT report_day(received_at), state, lead_type, accepted, sold, expired, refunded, revenue_cents
    FROM market_changes WHERE report_day(received_at) BETWEEN first AND last
$$;
CREATE OR REPLACE FUNCTION delay_counts_between(first date, last date) RETURNS SETOF delay_counts STABLE LANGUAGE sql AS $$
  SELECT * FROM delay_counts WHERE day BETWEEN first AND last
  UNION ALL
  SELECT report_day(received_at), delay, delivered FROM market_changes
   WHERE delay IS NOT NULL AND report_day(received_at) BETWEEN first AND last
$$;

-- Folds changes into the counts, at most `most`. Returns how many. Does nothing while another transaction folds.
CREATE OR REPLACE FUNCTION fold_market_changes(most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  folded integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('fold_market_changes', 0)) THEN
    RETURN 0;
  END IF;
  WITH due AS (
    DELETE FROM market_changes WHERE id IN (SELECT id FROM market_changes LIMIT most)
    RETURNING *, report_day(received_at) AS day
  ), by_funnel AS (
    INSERT INTO funnel_counts AS c
    SELECT funnel_id, day, campaign_source, campaign, sum(accepted), sum(sold), sum(expired), sum(refunded),
           sum(revenue_cents), sum(contacted), sum(appointment), sum(won), sum(lost)
      FROM due GROUP BY funnel_id, day, campaign_source, campaign
    ON CONFLICT (funnel_id, day, campaign_source, campaign) DO UPDATE
      SET accepted = c.accepted + excluded.accepted, sold = c.sold + excluded.sold, expired = c.expired + excluded.expired,
          refunded = c.refunded + excluded.refunded, revenue_cents = c.revenue_cents + excluded.revenue_cents,
          contacted = c.contacted + excluded.contacted, appointment = c.appointment + excluded.appointment,
          won = c.won + excluded.won, lost = c.lost + excluded.lost
  ), by_place AS (
    INSERT INTO place_counts AS c
    SELECT day, state, lead_type, sum(accepted), sum(sold), sum(expired), sum(refunded), sum(revenue_cents)
      FROM due GROUP BY day, state, lead_type
    ON CONFLICT (day, state, lead_type) DO UPDATE
      SET accepted = c.accepted + excluded.accepted, sold = c.sold + excluded.sold, expired = c.expired + excluded.expired,
          refunded = c.refunded + excluded.refunded, revenue_cents = c.revenue_cents + excluded.revenue_cents
  ), by_delay AS (
    INSERT INTO delay_counts AS c
    SELECT day, delay, sum(delivered) FROM due WHERE delay IS NOT NULL GROUP BY day, delay
    ON CONFLICT (day, delay) DO UPDATE SET delivered = c.delivered + excluded.delivered
  )
  SELECT count(*) INTO folded FROM due;
  RETURN folded;
END $$;

-- Counts all leads anew. Nobody waits: what others change meanwhile is folded afterwards.
CREATE OR REPLACE FUNCTION recount_market() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold_market_changes', 0));
  DELETE FROM funnel_counts;
  DELETE FROM place_counts;
  DELETE FROM delay_counts;
  -- One statement, because the leads that it counts must be those whose changes it deletes.
  WITH counted AS (DELETE FROM market_changes)
  INSERT INTO market_changes (received_at, funnel_id, campaign_source, campaign, state, lead_type, accepted, sold, expired,
                              refunded, revenue_cents, contacted, appointment, won, lost, delay, delivered)
  SELECT l.created_at, l.funnel_id, l.campaign_source, l.campaign, l.state, l.lead_type, 1, COALESCE(f.sold, 0),
         (l.status = 'expired')::int, COALESCE(f.refunded, 0), COALESCE(f.revenue_cents, 0), COALESCE(f.contacted, 0),
         COALESCE(f.appointment, 0), COALESCE(f.won, 0), COALESCE(f.lost, 0), f.delay, COALESCE(f.delivered, 0)
    FROM leads l
    LEFT JOIN sold_leads s ON s.lead_id = l.id
    LEFT JOIN LATERAL market_counts_of(s, l.created_at) f ON s.lead_id IS NOT NULL;
  PERFORM fold_market_changes(2147483647);
END $$;

-- Sets the time zone whose days are counted, and counts all leads again if it has changed.
CREATE OR REPLACE FUNCTION set_report_zone(zone text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold_market_changes', 0));
  UPDATE report_zone SET time_zone = zone WHERE time_zone <> zone;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM recount_market();
  RETURN true;
END $$;

-- An empty filter accepts everything.
CREATE OR REPLACE FUNCTION states_in(filter text[]) RETURNS text[] IMMUTABLE LANGUAGE sql AS $$
  SELECT CASE WHEN filter = '{}' THEN us_states() ELSE filter END
$$;
CREATE OR REPLACE FUNCTION lead_types_in(filter text[]) RETURNS text[] IMMUTABLE LANGUAGE sql AS $$
  SELECT CASE WHEN filter = '{}' THEN lead_types() ELSE filter END
$$;

-- Agents who are buying now, how many more leads each can buy today, and the filters for states and lead types.
CREATE OR REPLACE FUNCTION eligible_buyers()
RETURNS TABLE (buyer_id uuid, daily_lead_limit integer, open_slots integer, filter_states text[], filter_lead_types text[])
STABLE LANGUAGE sql AS $$
  SELECT b.id, b.daily_lead_limit, b.daily_lead_limit - slots_used_today(b, now()), b.filter_states, b.filter_lead_types
    FROM buyers b WHERE b.is_eligible
$$;

-- How many agents are buying now, and how many more leads they can buy today, by state and lead type.
CREATE OR REPLACE FUNCTION open_slots() RETURNS TABLE (state text, lead_type text, agents integer, slots integer)
STABLE LANGUAGE sql AS $$
  WITH buying AS (
    SELECT filter_states, filter_lead_types, count(*) AS agents, sum(open_slots) AS slots
      FROM eligible_buyers() GROUP BY 1, 2
  )
  SELECT state, lead_type, sum(agents)::integer, sum(slots)::integer
    FROM buying
   CROSS JOIN LATERAL unnest(states_in(filter_states)) state
   CROSS JOIN LATERAL unnest(lead_types_in(filter_lead_types)) lead_type
   GROUP BY state, lead_type
$$;
