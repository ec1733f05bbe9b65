const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Shows the time on the zone's clocks. Costly to create. */
const createClock = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

/** How far the clock is ahead of UTC at this instant. */
function offsetMs(clock: Intl.DateTimeFormat, at: number): number {
  const parts = clock.formatToParts(at);
  const get = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  const local = Date.UTC(
    get('year'),
    get('month') - 1,
    get('day'),
    get('hour'),
    get('minute'),
    get('second'),
  );
  return local - Math.floor(at / 1_000) * 1_000;
}

/** Returns the first instant of a month. Where clocks skip midnight, that is the first minute that exists. */
function startOfMonth(clock: Intl.DateTimeFormat, year: number, month: number): number {
  const local = Date.UTC(year, month, 1);
  // Clocks change by a few hours at most, so one of these offsets applies.
  const offsets = new Set([local - DAY_MS, local, local + DAY_MS].map((at) => offsetMs(clock, at)));
  const starts = [...offsets]
    .map((offset) => local - offset)
    .filter((at) => at + offsetMs(clock, at) === local);
  if (starts.length > 0) return Math.min(...starts);
  let at = local - Math.max(...offsets) - DAY_MS / 8;
  while (at + offsetMs(clock, at) < local) at += MINUTE_MS;
  return at;
}

/** Returns the first instant of a calendar month (`2026-03`) in a time zone, and that of the month after it. */
export function monthBounds(month: string, timeZone: string): { readonly from: string; readonly to: string } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const clock = createClock(timeZone);
  const instantOf = (monthIndex: number): string =>
    new Date(startOfMonth(clock, year, monthIndex)).toISOString();
  return { from: instantOf(number - 1), to: instantOf(number) };
}
