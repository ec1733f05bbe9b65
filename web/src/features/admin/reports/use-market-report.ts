import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getPeriod, type Period } from '@/components/charts/periods';
import { getToday } from '@/lib/calendar-days';
import { routeQuery } from '@/lib/route-query';
import { getShownTimeZone } from '@/lib/time-zone';
import { useNow } from '@/lib/use-now';

const MINUTE_MS = 60_000;

/**
 * Counts the leads of a period that ends today in the reporting time zone, which the first answer names; until then, the
 * reader's day is today. Always stale: sales, refunds and status changes alter it.
 */
export function useMarketReport(period: Period) {
  const [timeZone, setTimeZone] = useState(getShownTimeZone);
  const { from, to } = getPeriod(period, getToday(timeZone, useNow(MINUTE_MS)));
  const query = useQuery({ ...routeQuery('getMarketReport', { query: { from, to } }), staleTime: 0 });
  if (query.data !== undefined && query.data.timeZone !== timeZone) setTimeZone(query.data.timeZone);
  return query;
}
