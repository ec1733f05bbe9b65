import { MINUTES_PER_DAY } from '@desk/contracts';

const MINUTES_PER_WEEK = 7 * MINUTES_PER_DAY;

/** The minute of the week, from Monday 0:00 on the clocks of the time zone of `buyers b`. */
const minuteOfWeek = (instant: string): string =>
  `(SELECT ((extract(isodow FROM wall.clock) - 1) * ${MINUTES_PER_DAY} + extract(hour FROM wall.clock) * 60
            + extract(minute FROM wall.clock))::int
      FROM (SELECT ${instant} AT TIME ZONE b.time_zone AS clock) wall)`;

const isWithinHours = (instant: string): string => `(b.weekly_hours @> ${minuteOfWeek(instant)})`;

/**
 * Whether the clocks in the buyer's time zone show one of the weekly hours. It needs no stored instant, so it is exact
 * when clocks change: an hour that happens twice counts twice, one that is skipped does not happen.
 */
export const IS_WITHIN_HOURS = `(b.weekly_hours IS NULL OR ${isWithinHours('clock.now')})`;

const utcOffset = (instant: string): string =>
  `(${instant} AT TIME ZONE b.time_zone - ${instant} AT TIME ZONE 'UTC')`;

/**
 * When weekly hours begin or end next. A beginning or end that clocks show twice is tried at both times. During the day
 * before clocks change, the answer is at most the next quarter of an hour, when every zone changes its clocks, so that
 * hours which begin or end by the change are seen on time.
 */
export const NEXT_HOURS_CHANGE = `LEAST(
  (SELECT min(edge.at)
     FROM unnest(b.weekly_hours) period,
          LATERAL (VALUES (lower(period)), (upper(period))) boundary(minute),
          generate_series(0, 1) week,
          LATERAL (SELECT (date_trunc('week', clock.now AT TIME ZONE b.time_zone)
                            + make_interval(mins => boundary.minute + week * ${MINUTES_PER_WEEK}))
                           AT TIME ZONE b.time_zone AS second) late,
          LATERAL (VALUES (late.second), (late.second - interval '1 hour')) edge(at)
    WHERE edge.at > clock.now AND ${isWithinHours('edge.at')} <> ${isWithinHours('clock.now')}),
  CASE WHEN ${utcOffset('clock.now')} <> ${utcOffset("(clock.now + interval '1 day')")}
       THEN date_bin('15 minutes', clock.now, 'epoch') + interval '15 minutes' END)`;
