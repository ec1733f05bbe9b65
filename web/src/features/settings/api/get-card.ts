import { routeQuery } from '@/lib/route-query';

export const cardQuery = routeQuery('getCard');
