import { invalidParameter, missingParameter, invalidState } from './errors.js';
import { newId } from '../ids.js';
import { moveBalance } from './balance-transactions.js';
import { newRefund, type Charge, type Refund } from './objects.js';
import { findRow, getRoute, listRoute, route, type Call } from './route.js';
import { findBehavior } from './test-cards.js';
import type { UnitOfWork } from './unit-of-work.js';

const REFUND_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;
const toDollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

function getCharge(work: UnitOfWork, intentId: string | undefined): Charge {
  if (intentId === undefined) throw missingParameter('payment_intent');
  const intent = findRow(work.store.paymentIntents, 'payment_intent', intentId, 'payment_intent');
  const charge = work.store.charges.get(intent.latest_charge ?? '');
  if (!charge?.paid)
    throw invalidState(
      `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
      'payment_intent_unexpected_state',
    );
  return charge;
}

const getRefundBehavior = (work: UnitOfWork, charge: Charge) =>
  findBehavior(work.store.cards.get(charge.payment_method)?.behavior ?? 'ok').refund;

/** Completes or fails a refund later, if its test card demands it. */
export function completeRefund(work: UnitOfWork, refund: Refund): void {
  const charge = work.store.charges.get(refund.charge);
  const outcome = charge && getRefundBehavior(work, charge);
  if (outcome === 'pending' && refund.status === 'pending')
    work.emit('refund.updated', work.put({ ...refund, status: 'succeeded' }));
  if (charge && outcome === 'fails' && refund.status === 'succeeded') {
    work.put({ ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false });
    const failed = work.put({ ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' });
    moveBalance(work, { id: newId('txn'), type: 'refund_failure', source: failed, amount: failed.amount });
    work.emit('refund.updated', failed);
    work.emit('refund.failed', failed);
  }
}

/** @throws StripeApiError if the charge is disputed, or less of it is left */
function checkAmount(charge: Charge, requested: number | undefined): number {
  if (charge.disputed)
    throw invalidState(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      'charge_disputed',
    );
  const refundable = charge.amount_captured - charge.amount_refunded;
  if (refundable === 0)
    throw invalidState(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
  const amount = requested ?? refundable;
  if (amount <= refundable) return amount;
  throw invalidState(
    `Refund amount (${toDollars(amount)}) is greater than unrefunded amount on charge (${toDollars(refundable)})`,
    'amount_too_large',
    { param: 'amount' },
  );
}

function createRefund({ params, work }: Call): Refund {
  const intentId = params.text('payment_intent');
  const requested = params.integer('amount');
  const reason = params.oneOf('reason', REFUND_REASONS) ?? null;
  const metadata = params.metadata();
  params.done();
  if (requested !== undefined && requested < 1)
    throw invalidParameter('amount', 'Invalid positive integer', 'parameter_invalid_integer');
  const charge = getCharge(work, intentId);
  const amount = checkAmount(charge, requested);
  const status = getRefundBehavior(work, charge) === 'pending' ? 'pending' : 'succeeded';
  const refund = work.put(newRefund(charge, { amount, metadata, reason, status }));
  moveBalance(work, { id: refund.balance_transaction, type: 'refund', source: refund, amount: -amount });
  const amount_refunded = charge.amount_refunded + amount;
  const refunded = amount_refunded === charge.amount_captured;
  work.emit('charge.refunded', work.put({ ...charge, amount_refunded, refunded }));
  work.emit('refund.created', refund);
  return refund;
}

export const refundRoutes = [
  route('POST', '/v1/refunds', createRefund),
  listRoute('/v1/refunds', ({ refunds }) => refunds, ['payment_intent']),
  getRoute('/v1/refunds/:id', 'refund', ({ refunds }) => refunds),
];
