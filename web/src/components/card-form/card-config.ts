import type { RouteAnswer } from '@/lib/api-client';
import { routeQuery } from '@/lib/route-query';

export type CardConfig = RouteAnswer<'getConfig'>;

/** The provider's script and publishable key. Read at runtime, because one build serves every environment. */
export const cardConfigQuery = routeQuery('getConfig');
