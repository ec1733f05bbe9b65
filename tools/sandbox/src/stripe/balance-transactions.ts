import { seconds } from '../ids.js';
import type { BalanceTransaction, Charge, Dispute, Refund } from './objects.js';
import { getRoute, listRoute, type Route } from './route.js';
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
  listRoute('/v1/balance_transactions', ({ balanceTransactions }) => balanceTransactions),
  getRoute(
    '/v1/balance_transactions/:id',
    'balance_transaction',
    ({ balanceTransactions }) => balanceTransactions,
  ),
];
