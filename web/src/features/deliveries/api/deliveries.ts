import { infiniteQueryOptions } from '@tanstack/react-query';
import { callRoute, type RouteQuery } from '@/lib/api-client';
import { deliveryPollInterval } from '@/lib/delivery-progress';
import { routeKey } from '@/lib/route-query';

export const deliveriesQuery = (filters: Omit<RouteQuery<'listDeliveries'>, 'after'>) =>
  infiniteQueryOptions({
    queryKey: routeKey('listDeliveries', filters),
    queryFn: ({ pageParam: after }) => callRoute('listDeliveries', { query: { ...filters, after } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      deliveryPollInterval(state.data?.pages.flatMap(({ deliveries }) => deliveries)),
  });
