import type { ResentDeliveries } from '@desk/contracts/notifications/deliveries.routes';
import { RESEND_BATCH_SIZE, RESEND_MAX } from '@desk/contracts/notifications/deliveries.values';
import type { ChannelKind } from '@desk/contracts/notifications/channels.values';
import type { DeliveryState } from '@desk/contracts/notifications/deliveries.values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '@/lib/api-client';
import { routeKey, routeQuery } from '@/lib/route-query';
import { type ResendTarget, resendInBatches } from './resend-in-batches';
import { listOptions } from '../list-options';

export interface DeliveryListView {
  readonly channel: ChannelKind | null;
  readonly status: DeliveryState | null;
  readonly agent: string | null;
  readonly after: string | null;
}

export const deliveriesQuery = (view: DeliveryListView) => ({
  ...routeQuery('listAllDeliveries', { query: view }),
  ...listOptions,
});

export const useResendDelivery = () =>
  useMutation({
    mutationFn: (deliveryId: string) => callRoute('resendDelivery', { params: { deliveryId }, body: {} }),
  });

export function useResendDeliveries(onProgress: (counts: Omit<ResentDeliveries, 'next'>) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (target: ResendTarget) => {
      const failedBefore = new Date().toISOString();
      return resendInBatches(target, {
        send: (batch) => callRoute('resendDeliveries', { body: { ...batch, failedBefore } }),
        onProgress,
        batchSize: RESEND_BATCH_SIZE,
        max: RESEND_MAX,
      });
    },
    // Also after an error: the batches before it were sent.
    onSettled: () => queryClient.invalidateQueries({ queryKey: routeKey('listAllDeliveries') }),
  });
}
