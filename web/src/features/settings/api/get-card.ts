import { routeQuery } from '@/lib/route-query';

/** Charges change its state. */
export const cardQuery = { ...routeQuery('getCard'), staleTime: 0 };
