import type { AdminPayment } from '@desk/contracts/accounts/accounts.http';
import { queryOptions } from '@tanstack/react-query';
import { readWithHeaders } from '@/lib/api-client';
import { nextInLink } from '../lib/cursor';
import type { Order } from '../lib/names';
import { listOptions, withQuery } from './list-options';

export interface PaymentsView {
  readonly search: string;
  readonly order: Order;
  /** Where the page begins; null for the first one. */
  readonly before: string | null;
}

export interface Payments {
  readonly payments: readonly AdminPayment[];
  /** All that fit the search. */
  readonly total: number;
  /** Of all that fit, refunded ones left out; a decimal in dollars. */
  readonly amount: string;
  readonly next: string | null;
}

const PAGE_SIZE = 25;
export const allPayments: PaymentsView = { search: '', order: 'newest', before: null };

export const paymentsQuery = (view: PaymentsView) =>
  queryOptions({
    queryKey: ['/api/admin/payments', view],
    queryFn: async (): Promise<Payments> => {
      const { body, headers } = await readWithHeaders<AdminPayment[]>(
        withQuery('/api/admin/payments', {
          search: view.search,
          order: view.order === allPayments.order ? null : view.order,
          before: view.before,
          pageSize: String(PAGE_SIZE),
        }),
      );
      return {
        payments: body,
        total: Number(headers.get('x-total-count')),
        amount: headers.get('x-total-amount') ?? '0.00',
        next: nextInLink(headers.get('link'), 'before'),
      };
    },
    ...listOptions,
  });
