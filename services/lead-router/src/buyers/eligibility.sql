-- Whether a buyer can get one more lead now. Functions of one row of buyers and of one time: a rule that read the clock
-- several times could see two days around midnight. The trigger below stores the result with every change of the row.

-- The clock of all rules. Tests replace it.
CREATE OR REPLACE FUNCTION eligibility_now() RETURNS timestamptz LANGUAGE sql AS $$
  SELECT clock_timestamp()
$$;

-- The day whose slots are counted: the calendar day in the buyer's time zone, but never one before the day counted last.
-- After a move to an earlier time zone the day that has begun lasts until it ends there: if it began twice, the buyer would
-- have its slots twice.
CREATE OR REPLACE FUNCTION today(b buyers, now timestamptz) RETURNS date STABLE LANGUAGE sql AS $$
  SELECT GREATEST((now AT TIME ZONE b.time_zone)::date, b.slots_day)
$$;

-- Weeks begin on Monday.
CREATE OR REPLACE FUNCTION week_of(day date) RETURNS date IMMUTABLE LANGUAGE sql AS $$
  SELECT date_trunc('week', day::timestamp)::date
$$;

CREATE OR REPLACE FUNCTION month_of(day date) RETURNS date IMMUTABLE LANGUAGE sql AS $$
  SELECT date_trunc('month', day::timestamp)::date
$$;

-- The first moment of a date. Where clocks go back to midnight it happens twice, and PostgreSQL returns the second one, so
-- the instant an hour earlier is tried first.
CREATE OR REPLACE FUNCTION start_of_day(day date, time_zone text) RETURNS timestamptz STABLE LANGUAGE sql AS $$
  SELECT CASE WHEN ((day::timestamp AT TIME ZONE time_zone - interval '1 hour') AT TIME ZONE time_zone)::date >= day
              THEN day::timestamp AT TIME ZONE time_zone - interval '1 hour'
              ELSE day::timestamp AT TIME ZONE time_zone END
$$;

CREATE OR REPLACE FUNCTION next_midnight(b buyers, now timestamptz) RETURNS timestamptz STABLE LANGUAGE sql AS $$
  SELECT start_of_day(today(b, now) + 1, b.time_zone)
$$;

CREATE OR REPLACE FUNCTION slots_used_today(b buyers, now timestamptz) RETURNS integer STABLE LANGUAGE sql AS $$
  SELECT CASE WHEN b.slots_day = today(b, now) THEN b.slots_used ELSE 0 END
$$;

CREATE OR REPLACE FUNCTION spent_this_week(b buyers, now timestamptz) RETURNS integer STABLE LANGUAGE sql AS $$
  SELECT CASE WHEN b.week_start = week_of(today(b, now)) THEN b.week_cents ELSE 0 END
$$;

CREATE OR REPLACE FUNCTION spent_this_month(b buyers, now timestamptz) RETURNS integer STABLE LANGUAGE sql AS $$
  SELECT CASE WHEN b.month_start = month_of(today(b, now)) THEN b.month_cents ELSE 0 END
$$;

-- Whether one more lead fits into the budget; true without a budget.
CREATE OR REPLACE FUNCTION has_weekly_budget(b buyers, now timestamptz) RETURNS boolean STABLE LANGUAGE sql AS $$
  SELECT b.weekly_budget_cents IS NULL OR spent_this_week(b, now) + lead_price_cents() <= b.weekly_budget_cents
$$;

CREATE OR REPLACE FUNCTION has_monthly_budget(b buyers, now timestamptz) RETURNS boolean STABLE LANGUAGE sql AS $$
  SELECT b.monthly_budget_cents IS NULL OR spent_this_month(b, now) + lead_price_cents() <= b.monthly_budget_cents
$$;

-- Whether too many leads of the buyer, and of accounts tied to it, are undelivered.
CREATE OR REPLACE FUNCTION has_too_many_undelivered(b buyers) RETURNS boolean IMMUTABLE LANGUAGE sql AS $$
  SELECT b.undelivered_leads >= b.undelivered_allowance
$$;

-- Filters and earlier declines depend on the lead, so they are checked where a buyer is chosen.
CREATE OR REPLACE FUNCTION is_eligible(b buyers, now timestamptz) RETURNS boolean STABLE LANGUAGE sql AS $$
  SELECT b.service_enabled AND NOT b.account_disabled AND NOT b.under_review AND b.card_usable
     AND (b.held_until IS NULL OR b.held_until <= now)
     AND slots_used_today(b, now) < b.daily_lead_limit
     AND NOT has_too_many_undelivered(b)
     AND has_weekly_budget(b, now) AND has_monthly_budget(b, now)
     AND is_within_hours(b, now)
$$;

-- The next time at which the clock alone may change whether the buyer is eligible: a day, week, month or their hours
-- begin, or their hours or a hold end.
CREATE OR REPLACE FUNCTION next_recheck(b buyers, now timestamptz) RETURNS timestamptz STABLE LANGUAGE sql AS $$
  SELECT LEAST(
    CASE WHEN slots_used_today(b, now) >= b.daily_lead_limit THEN next_midnight(b, now)
         WHEN b.held_until > now THEN b.held_until END,
    CASE WHEN NOT has_weekly_budget(b, now) THEN start_of_day(week_of(today(b, now)) + 7, b.time_zone) END,
    CASE WHEN NOT has_monthly_budget(b, now)
         THEN start_of_day((month_of(today(b, now)) + interval '1 month')::date, b.time_zone) END,
    CASE WHEN b.weekly_hours IS NOT NULL THEN next_hours_change(b, now) END)
$$;

-- Runs before every change of a buyer, so that no statement can leave these columns outdated.
CREATE OR REPLACE FUNCTION derive_eligibility() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  now timestamptz := eligibility_now();
BEGIN
  NEW.is_eligible := is_eligible(NEW, now);
  NEW.recheck_at := next_recheck(NEW, now);
  RETURN NEW;
END $$;

-- Whether a change made a buyer eligible while leads were waiting. A lead that arrives at the same moment and finds no buyer
-- yet is offered by routeWaitingLeads, which runs every second.
CREATE OR REPLACE FUNCTION should_offer_waiting(was_eligible boolean, is_eligible boolean) RETURNS boolean STABLE
LANGUAGE sql AS $$
  SELECT is_eligible AND NOT was_eligible AND EXISTS (SELECT FROM leads WHERE status = 'available')
$$;

-- Updates buyers whose day, week, month or hours have begun, or whose hold or hours have ended. Copies share the work. ARRAY: with
-- IN, PostgreSQL reads the whole table for each batch.
CREATE OR REPLACE FUNCTION recheck_due_buyers(max_buyers integer)
RETURNS TABLE ("buyerId" uuid, "shouldOfferWaiting" boolean) LANGUAGE plpgsql AS $$
DECLARE
  now timestamptz := eligibility_now();
BEGIN
  RETURN QUERY
    UPDATE buyers b SET slots_day = today(b, now), slots_used = slots_used_today(b, now)
     WHERE b.id = ANY (ARRAY(SELECT due.id FROM buyers due WHERE due.recheck_at <= now
                              ORDER BY due.recheck_at LIMIT max_buyers FOR UPDATE SKIP LOCKED))
    RETURNING b.id, should_offer_waiting(old.is_eligible, new.is_eligible);
END $$;

-- Updates buyers whose columns were derived from another price: the price is the only rule that a release changes.
CREATE OR REPLACE FUNCTION recheck_mispriced_buyers(max_buyers integer)
RETURNS TABLE ("buyerId" uuid, "shouldOfferWaiting" boolean) LANGUAGE plpgsql AS $$
DECLARE
  now timestamptz := eligibility_now();
BEGIN
  RETURN QUERY
    UPDATE buyers b SET waiting_since = b.waiting_since
     WHERE b.id = ANY (ARRAY(SELECT wrong.id FROM buyers wrong
                              WHERE (wrong.weekly_budget_cents IS NOT NULL OR wrong.monthly_budget_cents IS NOT NULL)
                                AND wrong.is_eligible <> is_eligible(wrong, now)
                              LIMIT max_buyers FOR UPDATE SKIP LOCKED))
    RETURNING b.id, should_offer_waiting(old.is_eligible, new.is_eligible);
END $$;
