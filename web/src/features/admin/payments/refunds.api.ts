import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, type RouteBody } from '@/lib/api-client';
import { routeKey } from '@/lib/route-query';

/** Requests a refund. The server asks the administrator to sign in again if that was a while ago. */
export function useRequestRefund(paymentId: string, formattedAmount: string, agentName: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RouteBody<'requestRefund'>) =>
      callRoute('requestRefund', { params: { paymentId }, body }),
    // Also after an error: the payment may have been refunded meanwhile.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: routeKey('listPayments') });
      void queryClient.invalidateQueries({ queryKey: routeKey('getLeadTimeline') });
    },
    meta: {
      success: {
        title: 'Refund requested',
        description: `${formattedAmount} is on its way back to ${agentName}.`,
      },
    },
  });
}
