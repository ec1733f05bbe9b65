import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DayRange, getPeriod, type Period } from '@/components/charts/periods';
import { type CalendarDay, getToday } from '@/lib/calendar-days';
import { routeQuery } from '@/lib/route-query';
import { getShownTimeZone } from '@/lib/time-zone';
import { useNow } from '@/lib/use-now';

const MINUTE_MS = 60_000;

/**
 * Counts the leads of the days that `getDays` derives from today. Today is in the user's time zone until the
 * first answer names the reporting one. Always stale: sales, refunds and status changes alter the counts.
 */
export function useReportOnDays(getDays: (today: CalendarDay) => DayRange) {
  const [timeZone, setTimeZone] = useState(getShownTimeZone);
  const days = getDays(getToday(timeZone, useNow(MINUTE_MS)));
  const query = useQuery({ ...routeQuery('getMarketReport', { query: days }), staleTime: 0 });
  if (query.data !== undefined && query.data.timeZone !== timeZone) setTimeZone(query.data.timeZone);
  return { days, query };
}

/** Counts the leads of a period until today. */
export const useMarketReport = (period: Period) => useReportOnDays((today) => getPeriod(period, today)).query;
