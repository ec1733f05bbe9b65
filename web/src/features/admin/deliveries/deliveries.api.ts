import { channelFacts } from '@desk/contracts/notifications/channels.values';
import type { AdminDelivery } from '@desk/contracts/notifications/deliveries.routes';
import { RESEND_BATCH_SIZE, RESEND_MAX } from '@desk/contracts/notifications/deliveries.values';
import { useMutation } from '@tanstack/react-query';
import { callRoute } from '@/lib/api-client';
import { formatName } from '@/lib/person-name';
import { useRefresh } from '@/lib/use-refresh';
import { type ResendCounts, type ResendTarget, resendInBatches } from './resend-in-batches';

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

export const useResendDeliveries = (onProgress: (counts: ResendCounts) => void) =>
  useMutation({
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
    onSettled: useRefresh('listAllDeliveries'),
  });
