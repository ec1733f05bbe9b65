import { routeQuery } from '@/lib/route-query';

/** They change with a release only. */
export const sourcesQuery = { ...routeQuery('listSources'), staleTime: 'static' as const };
