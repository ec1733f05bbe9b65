import { routeQuery } from '@/lib/route-query';

/** Sources change only with a release. */
export const sourcesQuery = { ...routeQuery('listSources'), staleTime: 'static' as const };
