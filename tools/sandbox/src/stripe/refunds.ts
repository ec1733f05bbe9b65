import { invalidParameter, missingParameter, invalidState } from './errors.js';
import { newId, seconds } from '../ids.js';
import { moveBalance } from './balance-transactions.js';
import type { Charge, Refund } from './objects.js';
import { findRow, getRoute, listRoute, type Route } from './route.js';
import { findBehavior } from './test-cards.js';
import type { UnitOfWork } from './unit-of-work.js';

const REFUND_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;
const toDollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

function getCharge(work: UnitOfWork, chargeId: string | undefined, intentId: string | undefined): Charge {
  if (chargeId !== undefined) return findRow(work.store.charges, 'charge', chargeId, 'charge');
  if (intentId === undefined) throw missingParameter('payment_intent');
  const intent = findRow(work.store.paymentIntents, 'payment_intent', intentId, 'payment_intent');
  const charge = intent.latest_charge === null ? undefined : work.store.charges.get(intent.latest_charge);
  if (!charge?.paid)
    throw invalidState(
      `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
      'payment_intent_unexpected_state',
    );
  return charge;
}

const getRefundBehavior = (work: UnitOfWork, charge: Charge) =>
  findBehavior(work.store.cards.get(charge.payment_method)?.behavior ?? 'ok').refund;

/** Completes or fails a refund later, if its test card demands it. Returns undefined if there is nothing to do. */
export function completeRefund(work: UnitOfWork, refund: Refund): Refund | undefined {
  const charge = work.store.charges.get(refund.charge);
  const outcome = charge && getRefundBehavior(work, charge);
  if (!charge || !outcome) return undefined;
  if (outcome === 'pending' && refund.status === 'pending') {
    const succeeded = work.put({ ...refund, status: 'succeeded' });
    work.emit('refund.updated', succeeded);
    return succeeded;
  }
  if (outcome === 'fails' && refund.status === 'succeeded') {
    const stillRefunded = charge.amount_refunded - refund.amount;
    work.put({ ...charge, amount_refunded: stillRefunded, refunded: false });
    const failed = work.put({ ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' });
    moveBalance(work, newId('txn'), 'refund_failure', failed, failed.amount);
    work.emit('refund.updated', failed);
    work.emit('refund.failed', failed);
    return failed;
  }
  return undefined;
}

export const refundRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/refunds',
    keys: 'secret',
    run: ({ params, work }) => {
      const intentId = params.text('payment_intent');
      const chargeId = params.text('charge');
      const requestedAmount = params.integer('amount');
      const reason = params.oneOf('reason', REFUND_REASONS) ?? null;
      const metadata = params.metadata();
      params.ignore('expand', 'instructions_email', 'refund_application_fee', 'reverse_transfer');
      params.done();
      if (requestedAmount !== undefined && requestedAmount < 1)
        throw invalidParameter('amount', 'Invalid positive integer', 'parameter_invalid_integer');
      const charge = getCharge(work, chargeId, intentId);
      if (charge.disputed)
        throw invalidState(
          `Charge ${charge.id} has been charged back; cannot issue a refund.`,
          'charge_disputed',
        );
      const refundable = charge.amount_captured - charge.amount_refunded;
      if (refundable === 0)
        throw invalidState(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
      const amount = requestedAmount ?? refundable;
      if (amount > refundable)
        throw invalidState(
          `Refund amount (${toDollars(amount)}) is greater than unrefunded amount on charge (${toDollars(refundable)})`,
          'amount_too_large',
          { param: 'amount' },
        );
      const refund = work.put({
        id: newId('re'),
        object: 'refund',
        created: seconds(),
        ...{ receipt_number: null, destination_details: { type: 'card' } },
        balance_transaction: newId('txn'),
        amount,
        charge: charge.id,
        currency: charge.currency,
        metadata,
        payment_intent: charge.payment_intent,
        reason,
        status: getRefundBehavior(work, charge) === 'pending' ? 'pending' : 'succeeded',
      });
      moveBalance(work, refund.balance_transaction, 'refund', refund, -amount);
      const totalRefunded = charge.amount_refunded + amount;
      work.emit(
        'charge.refunded',
        work.put({
          ...charge,
          amount_refunded: totalRefunded,
          refunded: totalRefunded === charge.amount_captured,
        }),
      );
      work.emit('refund.created', refund);
      return refund;
    },
  },
  listRoute('/v1/refunds', ({ refunds }) => refunds, ['payment_intent', 'charge']),
  getRoute('/v1/refunds/:id', 'refund', ({ refunds }) => refunds),
];
