import { seconds } from '../ids.js';
import { newObject, type Charge } from './objects.js';
import type { UnitOfWork } from './unit-of-work.js';

const CHARGE_FEE_CENTS = 30;
const CHARGE_FEE_RATE = 0.029;
const DISPUTE_FEE_CENTS = 1_500;
const DAY_SECONDS = 86_400;

interface Movement {
  readonly id: string;
  readonly type: 'charge' | 'refund' | 'refund_failure' | 'adjustment';
  readonly amount: number;
  /** The charge, refund or dispute. */
  readonly source: Pick<Charge, 'id' | 'currency'>;
}

function feeOf({ type, amount }: Movement): number {
  if (type === 'charge') return Math.round(amount * CHARGE_FEE_RATE) + CHARGE_FEE_CENTS;
  return type === 'adjustment' && amount < 0 ? DISPUTE_FEE_CENTS : 0;
}

function newBalanceTransaction(movement: Movement) {
  const { id, type, amount, source } = movement;
  const { currency } = source;
  const fee = feeOf(movement);
  const detail = { application: null, description: 'Stripe processing fees', type: 'stripe_fee' };
  return {
    ...newObject(id, 'balance_transaction'),
    amount,
    available_on: seconds() + 2 * DAY_SECONDS,
    balance_type: 'payments',
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [{ ...detail, amount: fee, currency }],
    net: amount - fee,
    reporting_category: type === 'adjustment' ? 'dispute' : type,
    source: source.id,
    status: 'pending',
    type,
  };
}
export type BalanceTransaction = Readonly<ReturnType<typeof newBalanceTransaction>>;

/** Moves the account's balance by an amount in cents, less a fee. */
export const moveBalance = (work: UnitOfWork, movement: Movement): BalanceTransaction =>
  work.put(newBalanceTransaction(movement));
