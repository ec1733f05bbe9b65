import type { AdminPayment } from '@desk/contracts/accounts/accounts.http';
import { toCents } from '@desk/contracts/money';
import { queryOptions } from '@tanstack/react-query';
import type { RouteQuery } from '@/lib/api-client';
import { callRouteWithHeaders, parseNextLink } from '@/lib/route-headers';
import { routeKey } from '@/lib/route-query';
import { listOptions } from '../list-options';

export interface PaymentPage {
  readonly payments: readonly AdminPayment[];
  /** Matches on all pages. */
  readonly total: number;
  /** Sum of all matches except refunds. */
  readonly totalCents: number;
  readonly next: string | null;
}

const PAGE_SIZE = '25';

export const paymentsQuery = (view: RouteQuery<'listPayments'>) =>
  queryOptions({
    queryKey: routeKey('listPayments', view),
    queryFn: async (): Promise<PaymentPage> => {
      const { body, headers } = await callRouteWithHeaders('listPayments', {
        query: { ...view, pageSize: PAGE_SIZE },
      });
      return {
        payments: body,
        total: Number(headers.get('x-total-count')),
        totalCents: toCents(headers.get('x-total-amount') ?? '0.00'),
        next: parseNextLink(headers.get('link'), 'before'),
      };
    },
    ...listOptions,
  });
