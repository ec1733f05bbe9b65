import { routeQuery } from '@/lib/route-query';

/** Median time from posted to delivered over the last 7 days, and how many leads it covers. */
export const statisticsQuery = routeQuery('getStatistics');
