import {
  cardError,
  missingParameter,
  missingResource,
  invalidState,
  type StripeErrorBody,
} from './errors.js';
import { newId, randomText, seconds } from '../ids.js';
import { chooseMethod, getIntent, nextAction, readMethod, readMethodTypes } from './intents.js';
import type { PaymentMethod, SetupIntent } from './objects.js';
import { attach, getBehavior, getCustomer, resolvePaymentMethod, getSandboxCard } from './payment-methods.js';
import { toListObject, readPage, type Call, type Route } from './route.js';
import { declines, type Decline } from './test-cards.js';
import type { UnitOfWork } from './unit-of-work.js';

const getSetupIntent = (work: UnitOfWork, id: string, call?: Call): SetupIntent =>
  getIntent(work.store.setupIntents, 'setupintent', id, call);

function fail(work: UnitOfWork, intent: SetupIntent, method: PaymentMethod, decline: Decline): never {
  const error: StripeErrorBody = { type: 'card_error', ...decline, payment_method: method };
  const failed = work.put({
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: error,
  });
  work.emit('setup_intent.setup_failed', failed);
  throw cardError({ ...error, setup_intent: failed });
}

function succeed(work: UnitOfWork, intent: SetupIntent, method: PaymentMethod): SetupIntent {
  const saved = intent.customer === null ? method : attach(work, method.id, intent.customer);
  work.put({ ...getSandboxCard(work, saved), setUpOffSession: intent.usage === 'off_session' });
  const succeeded = work.put({
    ...intent,
    status: 'succeeded',
    payment_method: saved.id,
    next_action: null,
    last_setup_error: null,
  });
  work.emit('setup_intent.succeeded', succeeded);
  return succeeded;
}

function confirm(work: UnitOfWork, intent: SetupIntent, method: PaymentMethod): SetupIntent {
  const behavior = getBehavior(work, method);
  if (behavior.save) fail(work, intent, method, behavior.save);
  if (behavior.authentication)
    return work.put({
      ...intent,
      status: 'requires_action',
      payment_method: method.id,
      next_action: nextAction,
    });
  return succeed(work, intent, method);
}

/** Answers the authentication request for the cardholder. Only the sandbox's page script and tools call it. */
export function authenticateSetup(
  work: UnitOfWork,
  id: string,
  secret: string,
  approved: boolean,
): SetupIntent {
  const intent = getSetupIntent(work, id);
  if (
    intent.client_secret !== secret ||
    intent.status !== 'requires_action' ||
    intent.payment_method === null
  )
    throw missingResource('setupintent', id, 'intent');
  const method = resolvePaymentMethod(work, intent.payment_method);
  if (approved) return succeed(work, intent, method);
  return fail(work, intent, method, {
    ...declines.authentication_required,
    code: 'setup_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  });
}

const unexpectedState = (intent: SetupIntent, verb: string) =>
  invalidState(
    `You cannot ${verb} this SetupIntent because it has a status of ${intent.status}.`,
    'setup_intent_unexpected_state',
    { setup_intent: intent },
  );

export const setupIntentRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/setup_intents',
    keys: 'secret',
    run: ({ params, work }) => {
      const customer = params.text('customer') ?? null;
      const method = readMethod(params);
      const usage = params.oneOf('usage', ['off_session', 'on_session'] as const) ?? 'off_session';
      const description = params.text('description') ?? null;
      const metadata = params.metadata();
      const types = readMethodTypes(params);
      const confirmNow = params.flag('confirm') ?? false;
      params.ignore(
        'automatic_payment_methods',
        'payment_method_options',
        'return_url',
        'use_stripe_sdk',
        'expand',
      );
      params.done();
      if (confirmNow && !method) throw missingParameter('payment_method');
      if (customer !== null) getCustomer(work.store, customer);
      const paymentMethod = method?.(work);
      const id = newId('seti');
      const intent = work.put({
        id,
        object: 'setup_intent',
        created: seconds(),
        client_secret: `${id}_secret_${randomText(24)}`,
        cancellation_reason: null,
        customer,
        description,
        last_setup_error: null,
        livemode: false,
        metadata,
        next_action: null,
        payment_method: paymentMethod?.id ?? null,
        ...{ allowed_payment_method_types: types },
        payment_method_types: ['card'],
        status: paymentMethod ? 'requires_confirmation' : 'requires_payment_method',
        usage,
      });
      return confirmNow && paymentMethod ? confirm(work, intent, paymentMethod) : intent;
    },
  },
  {
    method: 'GET',
    path: '/v1/setup_intents',
    keys: 'secret',
    run: ({ params, work }) => {
      const customer = params.text('customer');
      const method = params.text('payment_method');
      const key = customer === undefined ? undefined : `customer:${customer}`;
      const page = work.store.setupIntents.page(
        readPage(params),
        key,
        ({ payment_method: saved }) => method === undefined || method === saved,
      );
      return toListObject('/v1/setup_intents', page);
    },
  },
  {
    method: 'GET',
    path: '/v1/setup_intents/:id',
    keys: 'browser',
    run: (call) => getSetupIntent(call.work, call.id, call),
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    keys: 'browser',
    run: (call) => {
      const { params, work } = call;
      const method = readMethod(params);
      params.ignore('return_url', 'use_stripe_sdk', 'mandate_data', 'expand');
      if (call.caller === 'browser') params.ignore('client_secret');
      params.done();
      const intent = getSetupIntent(work, call.id, call);
      if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status))
        throw unexpectedState(intent, 'confirm');
      const paymentMethod = chooseMethod(work, intent, method);
      if (!paymentMethod)
        throw invalidState(
          "You cannot confirm this SetupIntent because it's missing a payment method.",
          'setup_intent_unexpected_state',
          { setup_intent: intent },
        );
      return confirm(work, intent, paymentMethod);
    },
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/cancel',
    keys: 'secret',
    run: ({ id, params, work }) => {
      const reason = params.text('cancellation_reason') ?? null;
      params.done();
      const intent = getSetupIntent(work, id);
      if (intent.status === 'succeeded' || intent.status === 'canceled')
        throw unexpectedState(intent, 'cancel');
      const canceled = work.put({
        ...intent,
        status: 'canceled',
        cancellation_reason: reason,
        next_action: null,
      });
      work.emit('setup_intent.canceled', canceled);
      return canceled;
    },
  },
];
