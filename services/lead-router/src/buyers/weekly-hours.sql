-- The hours of the week in which a buyer wants leads, on the clocks of the buyer's time zone. Nothing here stores an
-- instant, so it is exact when clocks change: an hour that happens twice counts twice, one that is skipped does not happen.

-- Minutes since Monday 0:00.
CREATE OR REPLACE FUNCTION minute_of_week(at timestamptz, time_zone text) RETURNS integer STABLE LANGUAGE sql AS $$
  SELECT ((extract(isodow FROM at AT TIME ZONE time_zone) - 1) * 1440
          + extract(hour FROM at AT TIME ZONE time_zone) * 60 + extract(minute FROM at AT TIME ZONE time_zone))::integer
$$;

CREATE OR REPLACE FUNCTION is_within_hours(b buyers, at timestamptz) RETURNS boolean STABLE LANGUAGE sql AS $$
  SELECT b.weekly_hours IS NULL OR b.weekly_hours @> minute_of_week(at, b.time_zone)
$$;

CREATE OR REPLACE FUNCTION utc_offset(at timestamptz, time_zone text) RETURNS interval STABLE LANGUAGE sql AS $$
  SELECT at AT TIME ZONE time_zone - at AT TIME ZONE 'UTC'
$$;

-- When clocks change during the next 24 hours, or null. Every zone changes its clocks at a quarter of an hour, so these are tried.
CREATE OR REPLACE FUNCTION next_clock_change(now timestamptz, time_zone text) RETURNS timestamptz STABLE LANGUAGE sql AS $$
  SELECT min(quarter.at)
    FROM generate_series(date_bin('15 minutes', now, 'epoch') + interval '15 minutes', now + interval '24 hours',
                         interval '15 minutes') quarter(at)
   WHERE utc_offset(quarter.at, time_zone) <> utc_offset(now, time_zone)
$$;

-- When the weekly hours begin or end next, or clocks change, because hours can begin or end by that. A beginning or end that
-- clocks show twice is tried at both times, and one that they skip when they change.
CREATE OR REPLACE FUNCTION next_hours_change(b buyers, now timestamptz) RETURNS timestamptz STABLE LANGUAGE sql AS $$
  SELECT LEAST(min(edge.at),
               CASE WHEN utc_offset(now, b.time_zone) <> utc_offset(now + interval '24 hours', b.time_zone)
                    THEN next_clock_change(now, b.time_zone) END)
    FROM unnest(b.weekly_hours) period,
         LATERAL (VALUES (lower(period)), (upper(period))) boundary(minute),
         generate_series(0, 1) week,
         LATERAL (SELECT (date_trunc('week', now AT TIME ZONE b.time_zone)
                          + make_interval(mins => boundary.minute + week * 10080)) AT TIME ZONE b.time_zone AS second) late,
         LATERAL (SELECT utc_offset(late.second - interval '24 hours', b.time_zone) AS earlier,
                         utc_offset(late.second, b.time_zone) AS later) utc,
         LATERAL (VALUES (late.second), (late.second - (utc.earlier - utc.later)),
                         (CASE WHEN utc.earlier <> utc.later THEN
                            next_clock_change(late.second - interval '24 hours', b.time_zone) END)) edge(at)
   WHERE edge.at > now AND is_within_hours(b, edge.at) <> is_within_hours(b, now)
$$;
