const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** How far the zone's clocks are ahead of UTC at this instant. */
function offsetMs(timeZone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(at);
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

/** The first instant of a day. Where clocks skip midnight, the day begins at the first minute that exists. */
function startOfDay(timeZone: string, year: number, month: number): number {
  const local = Date.UTC(year, month, 1);
  // Clocks change by a few hours at most, so one of these offsets applies.
  const offsets = new Set([local - DAY_MS, local, local + DAY_MS].map((at) => offsetMs(timeZone, at)));
  const starts = [...offsets]
    .map((offset) => local - offset)
    .filter((at) => at + offsetMs(timeZone, at) === local);
  if (starts.length > 0) return Math.min(...starts);
  let at = local - Math.max(...offsets) - DAY_MS / 8;
  while (at + offsetMs(timeZone, at) < local) at += MINUTE_MS;
  return at;
}

/** Returns the first instant of a calendar month (`2026-03`) in a time zone, and that of the month after it. */
export function monthBounds(month: string, timeZone: string): { readonly from: string; readonly to: string } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const instantOf = (monthIndex: number): string =>
    new Date(startOfDay(timeZone, year, monthIndex)).toISOString();
  return { from: instantOf(number - 1), to: instantOf(number) };
}
