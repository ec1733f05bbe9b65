import { routeQuery } from '@/lib/route-query';

const REFRESH_MS = 60_000;

/** Read again each minute while the page is open. */
export const statusQuery = {
  ...routeQuery('getStatus'),
  refetchOnMount: 'always' as const,
  refetchInterval: REFRESH_MS,
};
