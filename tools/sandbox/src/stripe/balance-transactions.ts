import { seconds } from '../ids.js';
import { missingResource } from './errors.js';
import type { BalanceTransaction, Charge, Dispute, Refund } from './objects.js';
import { readPage, type Route, toListObject } from './route.js';
import type { UnitOfWork } from './unit-of-work.js';

const CHARGE_FEE_CENTS = 30;
const CHARGE_FEE_RATE = 0.029;
const DISPUTE_FEE_CENTS = 1_500;

const feeOf = (type: BalanceTransaction['type'], amount: number): number => {
  if (type === 'charge') return Math.round(amount * CHARGE_FEE_RATE) + CHARGE_FEE_CENTS;
  return type === 'adjustment' && amount < 0 ? DISPUTE_FEE_CENTS : 0;
};

/** Moves the account's balance by an amount in cents, less a fee. */
export function moveBalance(
  work: UnitOfWork,
  id: string,
  type: BalanceTransaction['type'],
  source: Charge | Refund | Dispute,
  amount: number,
): BalanceTransaction {
  const fee = feeOf(type, amount);
  const { currency } = source;
  return work.put<BalanceTransaction>({
    ...{ id, object: 'balance_transaction', created: seconds(), type, amount, fee, net: amount - fee },
    ...{ currency, source: source.id, status: 'pending' },
  });
}

export const balanceTransactionRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/balance_transactions',
    keys: 'secret',
    run: ({ params, work }) =>
      toListObject('/v1/balance_transactions', work.store.balanceTransactions.page(readPage(params))),
  },
  {
    method: 'GET',
    path: '/v1/balance_transactions/:id',
    keys: 'secret',
    run: ({ id, work }) => {
      const transaction = work.store.balanceTransactions.get(id);
      if (!transaction) throw missingResource('balance_transaction', id, 'id');
      return transaction;
    },
  },
];
