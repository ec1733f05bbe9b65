import type { StoredPreferences } from './notice-preferences.repository.js';

interface QuietTimes {
  /** `HH:MM`, the first quiet minute. */
  readonly from: string;
  /** `HH:MM`, the first minute that is not quiet any more. May be earlier than `from`: over midnight. */
  readonly to: string;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const DAY_MS = DAY_MINUTES * MINUTE_MS;

/** Returns the local time in whole minutes, as if it were UTC. */
function toWallMs(at: number, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const get = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(get('year'), get('month') - 1, get('day'), get('hour'), get('minute'));
}

const toMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const isWithin = (minute: number, from: number, to: number): boolean =>
  from < to ? from <= minute && minute < to : from <= minute || minute < to;

/**
 * Returns the first moment after `now` at which local clocks show `wallMs`. If clocks skip that time, it moves later by
 * as much as they skip.
 */
function firstInstantOf(wallMs: number, timeZone: string, now: number): number {
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const offsets = [minute, minute + DAY_MS].map((at) => toWallMs(at, timeZone) - at);
  const instants = offsets.map((offset) => wallMs - offset);
  const exact = instants.filter((instant) => instant > now && toWallMs(instant, timeZone) === wallMs);
  return exact.length > 0 ? Math.min(...exact) : Math.max(...instants);
}

/** Returns when the quiet hours end; undefined if it is not quiet. */
export function findQuietEnd({ from, to }: QuietTimes, timeZone: string, now: Date): Date | undefined {
  const wallMs = toWallMs(now.getTime(), timeZone);
  const midnightMs = Math.floor(wallMs / DAY_MS) * DAY_MS;
  const minute = (wallMs - midnightMs) / MINUTE_MS;
  const [first, end] = [toMinutes(from), toMinutes(to)];
  if (!isWithin(minute, first, end)) return undefined;
  const endMs = midnightMs + (minute < end ? end : end + DAY_MINUTES) * MINUTE_MS;
  return new Date(firstInstantOf(endMs, timeZone, now.getTime()));
}

/** Returns until when notices wait; undefined if they are sent at once. */
export function holdNoticesUntil(preferences: StoredPreferences, now: Date): Date | undefined {
  const { quietFrom: from, quietTo: to, timeZone } = preferences;
  if (from === null || to === null || timeZone === null) return undefined;
  return findQuietEnd({ from, to }, timeZone, now);
}
