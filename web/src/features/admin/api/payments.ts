import type { AdminPayment } from '@desk/contracts/accounts/accounts.http';
import { queryOptions } from '@tanstack/react-query';
import { callRouteWithHeaders } from '@/lib/route-headers';
import { routeKey } from '@/lib/route-query';
import { parseNextLink } from '../lib/cursor';
import type { SortOrder } from '../lib/labels';
import { listOptions } from './list-options';

export interface PaymentListView {
  readonly search: string;
  /** Only payments of this user, instead of a search. */
  readonly user: string | null;
  readonly order: SortOrder;
  /** Cursor; null for the first page. */
  readonly before: string | null;
}

export interface PaymentPage {
  readonly payments: readonly AdminPayment[];
  /** Matches on all pages. */
  readonly total: number;
  /** Sum of all matches except refunds, as a decimal in dollars. */
  readonly amount: string;
  readonly next: string | null;
}

const PAGE_SIZE = 25;
export const defaultPaymentView: PaymentListView = { search: '', user: null, order: 'newest', before: null };

export const paymentsQuery = (view: PaymentListView) =>
  queryOptions({
    queryKey: routeKey('listPayments', view),
    queryFn: async (): Promise<PaymentPage> => {
      const { body, headers } = await callRouteWithHeaders('listPayments', {
        query: {
          search: view.search,
          user: view.user,
          order: view.order === defaultPaymentView.order ? null : view.order,
          before: view.before,
          pageSize: String(PAGE_SIZE),
        },
      });
      return {
        payments: body,
        total: Number(headers.get('x-total-count')),
        amount: headers.get('x-total-amount') ?? '0.00',
        next: parseNextLink(headers.get('link'), 'before'),
      };
    },
    ...listOptions,
  });
