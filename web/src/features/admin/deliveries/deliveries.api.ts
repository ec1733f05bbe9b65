import { channelFacts } from '@desk/contracts/notifications/channels.values';
import type { AdminDelivery, ResentDeliveries } from '@desk/contracts/notifications/deliveries.routes';
import { RESEND_BATCH_SIZE, RESEND_MAX } from '@desk/contracts/notifications/deliveries.values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, type RouteQuery } from '@/lib/api-client';
import { formatName } from '@/lib/person-name';
import { routeKey, routeQuery } from '@/lib/route-query';
import { type ResendTarget, resendInBatches } from './resend-in-batches';
import { listOptions } from '../list-options';

export const deliveriesQuery = (query: RouteQuery<'listAllDeliveries'>) => ({
  ...routeQuery('listAllDeliveries', { query }),
  ...listOptions,
});

export const useResendDelivery = ({ id, channel, buyer }: AdminDelivery) =>
  useMutation({
    mutationFn: () => callRoute('resendDelivery', { params: { deliveryId: id }, body: {} }),
    meta: {
      success: {
        title: 'Delivery queued',
        description: `${channelFacts[channel].label} to ${formatName(buyer)} is being sent again.`,
      },
      failure: 'Failed to send the delivery again. Please try again.',
    },
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
