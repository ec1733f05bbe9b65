import { cardError, invalidState, type StripeErrorBody } from './errors.js';
import { moveBalance } from './balance-transactions.js';
import { openDispute } from './disputes.js';
import { requireAction } from './intents.js';
import { newCharge, type PaymentIntent, type PaymentMethod } from './objects.js';
import { getBehavior, resolvePaymentMethod, getSandboxCard } from './payment-methods.js';
import { declines, type Decline } from './test-cards.js';
import type { UnitOfWork } from './unit-of-work.js';

export const unexpectedState = (message: string, intent: PaymentIntent) =>
  invalidState(message, 'payment_intent_unexpected_state', { payment_intent: intent });

/** Throws the provider's error if the intent's state does not allow a confirmation. */
export function assertConfirmable(intent: PaymentIntent): void {
  if (intent.status === 'succeeded')
    throw unexpectedState(
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
      intent,
    );
  if (intent.status === 'canceled' || intent.status === 'processing')
    throw unexpectedState(
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`,
      intent,
    );
}

/** Throws if the card belongs to another customer or was detached. */
export function assertUsable(work: UnitOfWork, intent: PaymentIntent, method: PaymentMethod): void {
  if (getSandboxCard(work, method).usedUp)
    throw invalidState(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, or was detached from a Customer. It may not be used again.',
      'payment_method_unexpected_state',
    );
  if (method.customer !== null && method.customer !== intent.customer)
    throw invalidState(
      intent.customer === null
        ? `The PaymentMethod ${method.id} belongs to a customer. Please include the customer in the \`customer\` parameter on the PaymentIntent.`
        : `The customer ${intent.customer} does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
      'payment_method_customer_mismatch',
      { param: 'payment_method' },
    );
}

function decline(work: UnitOfWork, intent: PaymentIntent, method: PaymentMethod, reason: Decline): never {
  const charge = work.put(newCharge(intent, method, reason));
  const error: StripeErrorBody = { type: 'card_error', ...reason, charge: charge.id, payment_method: method };
  const failed = work.put({
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    latest_charge: charge.id,
    last_payment_error: error,
  });
  work.emit('payment_intent.payment_failed', failed);
  throw cardError({ ...error, payment_intent: failed });
}

function succeed(work: UnitOfWork, intent: PaymentIntent, method: PaymentMethod): PaymentIntent {
  if (method.customer === null) work.put({ ...getSandboxCard(work, method), usedUp: true });
  const charge = work.put(newCharge(intent, method));
  const { amount, balance_transaction: transaction } = charge;
  moveBalance(work, { id: transaction ?? '', type: 'charge', source: charge, amount });
  const succeeded = work.put({
    ...intent,
    status: 'succeeded',
    payment_method: method.id,
    next_action: null,
    amount_received: amount,
    latest_charge: charge.id,
    last_payment_error: null,
  });
  work.emit('payment_intent.succeeded', succeeded);
  if (getBehavior(work, method).disputes) openDispute(work, charge);
  return succeeded;
}

export function confirmPayment(
  work: UnitOfWork,
  intent: PaymentIntent,
  method: PaymentMethod,
  offSession: boolean,
): PaymentIntent {
  const behavior = getBehavior(work, method);
  const { setUpOffSession } = getSandboxCard(work, method);
  const needsAuthentication =
    behavior.authentication === 'always' ||
    (behavior.authentication === 'unless-set-up' && !(offSession && setUpOffSession));
  if (needsAuthentication && offSession) decline(work, intent, method, declines.authentication_required);
  if (needsAuthentication) return work.put({ ...intent, ...requireAction(method) });
  if (behavior.charge) decline(work, intent, method, behavior.charge);
  if (!behavior.slow) return succeed(work, intent, method);
  const processing = work.put({ ...intent, status: 'processing', payment_method: method.id });
  work.emit('payment_intent.processing', processing);
  return processing;
}

/** Completes a payment that waits for the bank. */
export function completePayment(work: UnitOfWork, intent: PaymentIntent, approved: boolean): PaymentIntent {
  if (intent.status !== 'processing' || intent.payment_method === null)
    throw unexpectedState(`This PaymentIntent has a status of ${intent.status}; nothing is pending.`, intent);
  const method = resolvePaymentMethod(work, intent.payment_method);
  return approved ? succeed(work, intent, method) : decline(work, intent, method, declines.generic_decline);
}
