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

/** How far clocks went back during the 24 hours before. */
const setBackBefore = (instant: string): string =>
  `(${utcOffset(`(${instant} - interval '24 hours')`)} - ${utcOffset(instant)})`;

/**
 * When clocks change during the next 24 hours, or null. Every zone changes its clocks at a quarter of an hour, so these
 * are tried, and only on the day before a change.
 */
const NEXT_CLOCK_CHANGE = `
  CASE WHEN ${utcOffset('clock.now')} <> ${utcOffset("(clock.now + interval '24 hours')")} THEN
    (SELECT min(quarter.at)
       FROM generate_series(date_bin('15 minutes', clock.now, 'epoch') + interval '15 minutes',
                            clock.now + interval '24 hours', interval '15 minutes') quarter(at)
      WHERE ${utcOffset('quarter.at')} <> ${utcOffset('clock.now')}) END`;

/**
 * When weekly hours begin or end next, or clocks change, because hours can begin or end by that. A beginning or end that
 * clocks show twice is tried at both times.
 */
export const NEXT_HOURS_CHANGE = `LEAST(
  (SELECT min(edge.at)
     FROM unnest(b.weekly_hours) period,
          LATERAL (VALUES (lower(period)), (upper(period))) boundary(minute),
          generate_series(0, 1) week,
          LATERAL (SELECT (date_trunc('week', clock.now AT TIME ZONE b.time_zone)
                            + make_interval(mins => boundary.minute + week * ${MINUTES_PER_WEEK}))
                           AT TIME ZONE b.time_zone AS second) late,
          LATERAL (VALUES (late.second), (late.second - ${setBackBefore('late.second')})) edge(at)
    WHERE edge.at > clock.now AND ${isWithinHours('edge.at')} <> ${isWithinHours('clock.now')}),
  ${NEXT_CLOCK_CHANGE})`;
