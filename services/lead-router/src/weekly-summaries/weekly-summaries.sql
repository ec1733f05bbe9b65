-- When the week that begins on `monday` is summarized: on the next Monday at 8:00.
CREATE OR REPLACE FUNCTION summary_due_at(monday date, time_zone text) RETURNS timestamptz STABLE LANGUAGE sql AS $$
  SELECT (monday + 7 + time '08:00') AT TIME ZONE time_zone
$$;

-- The Monday of the latest week whose summary is due.
CREATE OR REPLACE FUNCTION last_due_week(time_zone text) RETURNS date LANGUAGE sql AS $$
  SELECT week_of((eligibility_now() AT TIME ZONE time_zone - interval '8 hours')::date) - 7
$$;

-- Runs after a buyer was added, or moved to another time zone. A week summarized in the former zone is not summarized
-- again.
CREATE OR REPLACE FUNCTION plan_weekly_summary() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  this_week date := week_of((eligibility_now() AT TIME ZONE NEW.time_zone)::date);
BEGIN
  INSERT INTO weekly_summaries AS w (buyer_id, time_zone, monday, due_at)
  VALUES (NEW.id, NEW.time_zone, this_week, summary_due_at(this_week, NEW.time_zone))
  ON CONFLICT (buyer_id) DO UPDATE
    SET time_zone = excluded.time_zone, due_at = summary_due_at(w.monday, excluded.time_zone);
  RETURN NULL;
END $$;
