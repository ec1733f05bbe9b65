import { confirmPayment, assertConfirmable, assertUsable, unexpectedState } from './charging.js';
import { invalidParameter, missingParameter } from './errors.js';
import { seconds } from '../ids.js';
import { chooseMethod, readIntent, readMethod } from './intents.js';
import { newPaymentIntent, type PaymentIntent } from './objects.js';
import type { Params } from './params.js';
import { getCustomer } from './payment-methods.js';
import { findRow, listRoute, route, type Call } from './route.js';
import type { UnitOfWork } from './unit-of-work.js';

const MIN_CENTS = 50;
const MAX_CENTS = 99_999_999;

export const getPaymentIntent = (work: UnitOfWork, id: string): PaymentIntent =>
  findRow(work.store.paymentIntents, 'payment_intent', id, 'intent');

function readAmount(params: Params): number {
  const amount = params.integer('amount');
  const refuse = (code: string, message: string) => invalidParameter('amount', message, code);
  if (amount === undefined) throw missingParameter('amount');
  if (amount < 1) throw refuse('parameter_invalid_integer', 'This value must be greater than or equal to 1.');
  if (amount < MIN_CENTS) throw refuse('amount_too_small', 'Amount must be at least $0.50 usd');
  if (amount > MAX_CENTS) throw refuse('amount_too_large', 'Amount must be no more than $999,999.99');
  return amount;
}

function readCurrency(params: Params): string {
  const currency = params.required('currency').toLowerCase();
  if (!/^[a-z]{3}$/.test(currency)) throw invalidParameter('currency', `Invalid currency: ${currency}.`);
  return currency;
}

function readSuffix(params: Params): string | null {
  const suffix = params.text('statement_descriptor_suffix') ?? null;
  if (suffix !== null && (suffix.length > 22 || /[<>\\'"*]/.test(suffix) || !/[A-Za-z]/.test(suffix)))
    throw invalidParameter(
      'statement_descriptor_suffix',
      'The statement descriptor suffix can have at most 22 characters, needs at least one letter, and cannot contain < > \\ \' " *.',
    );
  return suffix;
}

function createIntent({ params, work }: Call): PaymentIntent {
  const intent = newPaymentIntent({
    ...readIntent(params),
    amount: readAmount(params),
    currency: readCurrency(params),
    statement_descriptor_suffix: readSuffix(params),
  });
  const readGivenMethod = readMethod(params);
  const confirmNow = params.flag('confirm') ?? false;
  const offSession = params.flag('off_session') ?? false;
  params.done();
  if (offSession && !confirmNow)
    throw invalidParameter('off_session', 'When `confirm` is missing you cannot pass `off_session`.');
  if (confirmNow && !readGivenMethod) throw missingParameter('payment_method');
  if (intent.customer !== null) getCustomer(work.store, intent.customer);
  const method = readGivenMethod?.(work);
  if (!method) return work.put(intent);
  assertUsable(work, intent, method);
  const ready = work.put({ ...intent, payment_method: method.id, status: 'requires_confirmation' });
  return confirmNow ? confirmPayment(work, ready, method, offSession) : ready;
}

function confirmIntent({ id, params, work }: Call): PaymentIntent {
  const createMethod = readMethod(params);
  const offSession = params.flag('off_session') ?? false;
  params.done();
  const intent = getPaymentIntent(work, id);
  assertConfirmable(intent);
  const method = chooseMethod(work, intent, createMethod);
  assertUsable(work, intent, method);
  return confirmPayment(work, intent, method, offSession);
}

const CANCEL_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'] as const;

function cancelIntent({ id, params, work }: Call): PaymentIntent {
  const cancellation_reason = params.oneOf('cancellation_reason', CANCEL_REASONS) ?? null;
  params.done();
  const intent = getPaymentIntent(work, id);
  if (['succeeded', 'canceled', 'processing'].includes(intent.status))
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action.`,
      intent,
    );
  const ended = { canceled_at: seconds(), cancellation_reason, next_action: null };
  const canceled = work.put({ ...intent, ...ended, status: 'canceled' });
  work.emit('payment_intent.canceled', canceled);
  return canceled;
}

function updateIntent({ id, params, work }: Call): PaymentIntent {
  const metadata = params.metadata(work.store.paymentIntents.get(id)?.metadata);
  params.done();
  return work.put({ ...getPaymentIntent(work, id), metadata });
}

export const paymentIntentRoutes = [
  route('POST', '/v1/payment_intents', createIntent),
  listRoute('/v1/payment_intents', ({ paymentIntents }) => paymentIntents, ['customer']),
  route('GET', '/v1/payment_intents/:id', ({ id, work }) => getPaymentIntent(work, id)),
  route('POST', '/v1/payment_intents/:id', updateIntent),
  route('POST', '/v1/payment_intents/:id/confirm', confirmIntent),
  route('POST', '/v1/payment_intents/:id/cancel', cancelIntent),
];
