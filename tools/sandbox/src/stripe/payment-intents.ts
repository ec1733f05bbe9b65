import { confirmPayment, assertConfirmable, assertUsable } from './charging.js';
import { invalidParameter, missingParameter, invalidState } from './errors.js';
import { newId, randomText, seconds } from '../ids.js';
import { chooseMethod, getIntent, readMethod, readMethodTypes } from './intents.js';
import type { PaymentIntent } from './objects.js';
import type { Params } from './params.js';
import { getCustomer } from './payment-methods.js';
import { listRoute, type Call, type Route } from './route.js';
import { searchPaymentIntents } from './search.js';
import type { UnitOfWork } from './unit-of-work.js';

const MIN_CENTS = 50;
const MAX_CENTS = 99_999_999;

export const getPaymentIntent = (work: UnitOfWork, id: string, call?: Call): PaymentIntent =>
  getIntent(work.store.paymentIntents, 'payment_intent', id, call);

function readAmount(params: Params): number {
  const amount = params.integer('amount');
  if (amount === undefined) throw missingParameter('amount');
  if (amount < 1)
    throw invalidParameter(
      'amount',
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
    );
  if (amount < MIN_CENTS)
    throw invalidParameter('amount', 'Amount must be at least $0.50 usd', 'amount_too_small');
  if (amount > MAX_CENTS)
    throw invalidParameter('amount', 'Amount must be no more than $999,999.99', 'amount_too_large');
  return amount;
}

function readCurrency(params: Params): string {
  const currency = params.required('currency').toLowerCase();
  if (!/^[a-z]{3}$/.test(currency)) throw invalidParameter('currency', `Invalid currency: ${currency}.`);
  return currency;
}

function readSuffix(params: Params): string | null {
  if (params.text('statement_descriptor') !== undefined)
    throw invalidParameter(
      'statement_descriptor',
      'The `statement_descriptor` parameter is not supported for cards. Set `statement_descriptor_suffix` instead.',
    );
  const suffix = params.text('statement_descriptor_suffix') ?? null;
  if (suffix !== null && (suffix.length > 22 || /[<>\\'"*]/.test(suffix) || !/[A-Za-z]/.test(suffix)))
    throw invalidParameter(
      'statement_descriptor_suffix',
      'The statement descriptor suffix can have at most 22 characters, needs at least one letter, and cannot contain < > \\ \' " *.',
    );
  return suffix;
}

const IGNORED_PARAMS = [
  'mandate_data',
  'payment_method_options',
  'return_url',
  'use_stripe_sdk',
  'expand',
  'receipt_email',
];

function createIntent({ params, work }: Call): PaymentIntent {
  const amount = readAmount(params);
  const currency = readCurrency(params);
  const customer = params.text('customer') ?? null;
  const method = readMethod(params);
  const confirmNow = params.flag('confirm') ?? false;
  const offSession = params.flag('off_session') ?? false;
  const description = params.text('description') ?? null;
  const metadata = params.metadata();
  const suffix = readSuffix(params);
  const receiptEmail = params.text('receipt_email') ?? null;
  const setupFutureUsage = params.oneOf('setup_future_usage', ['off_session', 'on_session'] as const) ?? null;
  const types = readMethodTypes(params);
  const automatic = params.child('automatic_payment_methods');
  automatic?.ignore('enabled', 'allow_redirects');
  const capture = params.oneOf('capture_method', ['automatic', 'automatic_async'] as const);
  params.ignore(
    'confirmation_method',
    'error_on_requires_action',
    'transfer_group',
    'shipping',
    ...IGNORED_PARAMS,
  );
  params.done();
  if (offSession && !confirmNow)
    throw invalidParameter('off_session', 'When `confirm` is missing you cannot pass `off_session`.');
  if (confirmNow && !method) throw missingParameter('payment_method');
  if (customer !== null) getCustomer(work.store, customer);

  const id = newId('pi');
  const draft: PaymentIntent = {
    id,
    object: 'payment_intent',
    created: seconds(),
    ...{
      capture_method: capture ?? 'automatic_async',
      automatic_payment_methods: automatic ? { enabled: true } : null,
    },
    amount,
    amount_received: 0,
    canceled_at: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(24)}`,
    currency,
    customer,
    description,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata,
    next_action: null,
    payment_method: null,
    ...{ allowed_payment_method_types: types },
    payment_method_types: ['card'],
    receipt_email: receiptEmail,
    setup_future_usage: setupFutureUsage,
    statement_descriptor_suffix: suffix,
    status: 'requires_payment_method',
  };
  const paymentMethod = method?.(work);
  if (paymentMethod) assertUsable(work, draft, paymentMethod);
  const intent = work.put(
    paymentMethod ? { ...draft, payment_method: paymentMethod.id, status: 'requires_confirmation' } : draft,
  );
  return confirmNow && paymentMethod
    ? confirmPayment(work, intent, { method: paymentMethod, offSession })
    : intent;
}

function confirmIntent(call: Call): PaymentIntent {
  const { params, work } = call;
  const method = readMethod(params);
  const offSession = params.flag('off_session') ?? false;
  params.ignore(
    ...(call.caller === 'browser' ? ['client_secret'] : []),
    'setup_future_usage',
    'error_on_requires_action',
    'capture_method',
    ...IGNORED_PARAMS,
  );
  params.done();
  const intent = getPaymentIntent(work, call.id, call);
  assertConfirmable(intent);
  const paymentMethod = chooseMethod(work, intent, method);
  if (!paymentMethod)
    throw invalidState(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.",
      'payment_intent_unexpected_state',
      { payment_intent: intent },
    );
  assertUsable(work, intent, paymentMethod);
  // A browser confirmation is never off session.
  return confirmPayment(work, intent, {
    method: paymentMethod,
    offSession: offSession && call.caller === 'secret',
  });
}

const CANCEL_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'] as const;

export const paymentIntentRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/payment_intents', keys: 'secret', run: createIntent },
  listRoute('/v1/payment_intents', ({ paymentIntents }) => paymentIntents, ['customer']),
  { method: 'GET', path: '/v1/payment_intents/search', keys: 'secret', run: searchPaymentIntents },
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    keys: 'browser',
    run: (call) => getPaymentIntent(call.work, call.id, call),
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id',
    keys: 'secret',
    run: ({ id, params, work }) => {
      const metadata = params.metadata(work.store.paymentIntents.get(id)?.metadata);
      const description = params.text('description');
      params.ignore('expand');
      params.done();
      const intent = getPaymentIntent(work, id);
      return work.put({ ...intent, metadata, description: description ?? intent.description });
    },
  },
  { method: 'POST', path: '/v1/payment_intents/:id/confirm', keys: 'browser', run: confirmIntent },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    keys: 'secret',
    run: ({ id, params, work }) => {
      const reason = params.oneOf('cancellation_reason', CANCEL_REASONS) ?? null;
      params.ignore('expand');
      params.done();
      const intent = getPaymentIntent(work, id);
      if (['succeeded', 'canceled', 'processing'].includes(intent.status))
        throw invalidState(
          `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action.`,
          'payment_intent_unexpected_state',
          { payment_intent: intent },
        );
      const canceled = work.put({
        ...intent,
        status: 'canceled',
        canceled_at: seconds(),
        cancellation_reason: reason,
        next_action: null,
      });
      work.emit('payment_intent.canceled', canceled);
      return canceled;
    },
  },
];
