import { toCents } from '@desk/contracts/money';
import { queryOptions } from '@tanstack/react-query';
import type { RouteQuery } from '@/lib/api-client';
import { callRouteWithHeaders, parseNextLink } from '@/lib/route-headers';
import { routeKey } from '@/lib/route-query';
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
