import { toCents } from '@desk/contracts/money';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { callRoute, type RouteBody, type RouteQuery } from '@/lib/api-client';
import { callRouteWithHeaders, parseNextLink } from '@/lib/route-headers';
import { routeKey } from '@/lib/route-query';
import { useBackgroundRefresh } from '@/lib/use-refresh';
import { listOptions } from '../queries';

const PAGE_SIZE = '25';

export const paymentsQuery = (view: RouteQuery<'listPayments'>) =>
  queryOptions({
    queryKey: routeKey('listPayments', view),
    queryFn: async () => {
      const { body, headers } = await callRouteWithHeaders('listPayments', {
        query: { ...view, pageSize: PAGE_SIZE },
      });
      return {
        payments: body,
        total: Number(headers.get('x-total-count')),
        /** Sum of all matches except refunds. */
        totalCents: toCents(headers.get('x-total-amount') ?? '0.00'),
        next: parseNextLink(headers.get('link'), 'before'),
      };
    },
    ...listOptions,
  });

/** Requests a refund. The server asks the administrator to sign in again if that was a while ago. */
export const useRequestRefund = (paymentId: string, formattedAmount: string, agentName: string) =>
  useMutation({
    mutationFn: (body: RouteBody<'requestRefund'>) =>
      callRoute('requestRefund', { params: { paymentId }, body }),
    // Also after an error: the payment may have been refunded meanwhile.
    onSettled: useBackgroundRefresh('listPayments', 'getLeadTimeline'),
    meta: {
      success: {
        title: 'Refund requested',
        description: `${formattedAmount} is on its way back to ${agentName}.`,
      },
    },
  });
