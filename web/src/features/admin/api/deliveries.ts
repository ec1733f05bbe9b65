import { queryOptions, useMutation } from '@tanstack/react-query';
import { callRoute, routeKey } from '@/lib/api-client';
import { listOptions } from './list-options';

export const failedDeliveriesQuery = (after: string | null) =>
  queryOptions({
    queryKey: routeKey('listFailedDeliveries', { after }),
    queryFn: () => callRoute('listFailedDeliveries', { query: { after } }),
    ...listOptions,
  });

export const useResendDelivery = () =>
  useMutation({
    mutationFn: (deliveryId: string) => callRoute('resendDelivery', { params: { deliveryId }, body: {} }),
  });
