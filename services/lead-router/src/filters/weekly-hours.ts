import { MINUTES_PER_DAY, type WeeklyPeriod } from '@desk/contracts';

/** Returns the hours as an `int4multirange` of minutes since Monday 0:00; null for no restriction. */
export const toMultirange = (hours: readonly WeeklyPeriod[]): string | null =>
  hours.length === 0
    ? null
    : `{${hours
        .map(({ day, from, to }) => [(day - 1) * MINUTES_PER_DAY + from, (day - 1) * MINUTES_PER_DAY + to])
        .map(([from, to]) => `[${from},${to})`)
        .join(',')}}`;

/** Reads what PostgreSQL returns, which joins periods that touch. One that passes midnight becomes two. */
export function fromMultirange(text: string | null): WeeklyPeriod[] {
  const ranges = [...(text ?? '').matchAll(/\[(\d+),(\d+)\)/g)];
  return ranges.flatMap(([, from, to]) => splitAtMidnights(Number(from), Number(to)));
}

function splitAtMidnights(from: number, to: number): WeeklyPeriod[] {
  const dayStart = from - (from % MINUTES_PER_DAY);
  const dayEnd = Math.min(to, dayStart + MINUTES_PER_DAY);
  const period = { day: dayStart / MINUTES_PER_DAY + 1, from: from - dayStart, to: dayEnd - dayStart };
  return dayEnd < to ? [period, ...splitAtMidnights(dayEnd, to)] : [period];
}
