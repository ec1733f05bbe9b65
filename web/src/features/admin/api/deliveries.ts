import { useMutation } from '@tanstack/react-query';
import { callRoute } from '@/lib/api-client';
import { routeQuery } from '@/lib/route-query';
import { listOptions } from './list-options';

export const failedDeliveriesQuery = (after: string | null) => ({
  ...routeQuery('listFailedDeliveries', { query: { after } }),
  ...listOptions,
});

export const useResendDelivery = () =>
  useMutation({
    mutationFn: (deliveryId: string) => callRoute('resendDelivery', { params: { deliveryId }, body: {} }),
  });
