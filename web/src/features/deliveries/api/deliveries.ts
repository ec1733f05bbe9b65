import type { ChannelKind } from '@desk/contracts/notifications/channels.values';
import type { DeliveryState } from '@desk/contracts/notifications/deliveries.values';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callRoute } from '@/lib/api-client';
import { deliveryPollInterval } from '@/lib/delivery-progress';
import { routeKey } from '@/lib/route-query';

export interface DeliveryFilters {
  readonly channel: ChannelKind | null;
  readonly status: DeliveryState | null;
}

export const deliveriesQuery = (filters: DeliveryFilters) =>
  infiniteQueryOptions({
    queryKey: routeKey('listDeliveries', filters),
    queryFn: ({ pageParam: after }) => callRoute('listDeliveries', { query: { ...filters, after } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      deliveryPollInterval(state.data?.pages.flatMap(({ deliveries }) => deliveries)),
  });
