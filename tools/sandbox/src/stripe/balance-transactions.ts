import { newBalanceTransaction, type BalanceTransaction, type Movement } from './objects.js';
import type { UnitOfWork } from './unit-of-work.js';

const CHARGE_FEE_CENTS = 30;
const CHARGE_FEE_RATE = 0.029;
const DISPUTE_FEE_CENTS = 1_500;

function feeOf({ type, amount }: Movement): number {
  if (type === 'charge') return Math.round(amount * CHARGE_FEE_RATE) + CHARGE_FEE_CENTS;
  return type === 'adjustment' && amount < 0 ? DISPUTE_FEE_CENTS : 0;
}

/** Moves the account's balance by an amount in cents, less a fee. */
export const moveBalance = (work: UnitOfWork, movement: Movement): BalanceTransaction =>
  work.put(newBalanceTransaction(movement, feeOf(movement)));
