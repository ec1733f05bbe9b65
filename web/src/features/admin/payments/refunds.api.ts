import type { AdminRefundReason } from '@desk/contracts/billing/refunds.values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '@/lib/api-client';
import { routeKey } from '@/lib/route-query';

export interface RefundInput {
  readonly reason: AdminRefundReason;
  readonly note: string;
}

/** Requests a refund. The server asks the administrator to sign in again if that was a while ago. */
export function useRequestRefund(paymentId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RefundInput) => callRoute('requestRefund', { params: { paymentId }, body }),
    // Also after an error: the payment may have been refunded meanwhile.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: routeKey('listPayments') });
      void queryClient.invalidateQueries({ queryKey: routeKey('getLeadTimeline') });
    },
  });
}
