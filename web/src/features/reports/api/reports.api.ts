import { useQuery } from '@tanstack/react-query';
import type { DayRange } from '@/components/charts/periods';
import type { RouteAnswer } from '@/lib/api-client';
import { type CalendarDay, getToday } from '@/lib/calendar-days';
import { routeQuery } from '@/lib/route-query';
import { getShownTimeZone } from '@/lib/time-zone';
import { useNow } from '@/lib/use-now';

export type Report = RouteAnswer<'getAgentReport'>;

/** Counts the agent's leads of these days. Always stale: sales, refunds and status changes alter it. */
export const useReport = ({ from, to }: DayRange) =>
  useQuery({ ...routeQuery('getAgentReport', { query: { from, to } }), staleTime: 0 });

const MINUTE_MS = 60_000;

/** Today in the agent's time zone. Changes at midnight. */
export const useToday = (): CalendarDay => getToday(getShownTimeZone(), useNow(MINUTE_MS));
