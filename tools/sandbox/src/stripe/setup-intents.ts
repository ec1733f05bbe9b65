import { cardError, missingResource, invalidState, type StripeErrorBody } from './errors.js';
import { chooseMethod, readIntent, readMethod, requireAction } from './intents.js';
import { newSetupIntent, type PaymentMethod, type SetupIntent } from './objects.js';
import { attach, getBehavior, getCustomer, getSandboxCard, resolvePaymentMethod } from './payment-methods.js';
import { findRow, listRoute, route, type Call } from './route.js';
import { declines, type Decline } from './test-cards.js';
import type { UnitOfWork } from './unit-of-work.js';

const getSetupIntent = (work: UnitOfWork, id: string): SetupIntent =>
  findRow(work.store.setupIntents, 'setupintent', id, 'intent');

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
  if (behavior.authentication) return work.put({ ...intent, ...requireAction(method) });
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
  const { client_secret: expected, payment_method: methodId, status } = intent;
  if (expected !== secret || status !== 'requires_action' || methodId === null)
    throw missingResource('setupintent', id, 'intent');
  const method = resolvePaymentMethod(work, methodId);
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

function createIntent({ params, work }: Call): SetupIntent {
  const intentFields = readIntent(params);
  const method = readMethod(params);
  const usage = params.oneOf('usage', ['off_session', 'on_session'] as const) ?? 'off_session';
  params.done();
  if (intentFields.customer !== null) getCustomer(work.store, intentFields.customer);
  const paymentMethod = method?.(work);
  const intent = newSetupIntent({ ...intentFields, usage });
  if (!paymentMethod) return work.put(intent);
  return work.put({ ...intent, payment_method: paymentMethod.id, status: 'requires_confirmation' });
}

/** Browsers must know the intent's secret. */
function confirmIntent({ id, params, work, caller }: Call): SetupIntent {
  const method = readMethod(params);
  const secret = caller === 'browser' ? (params.text('client_secret') ?? '') : undefined;
  params.done();
  const intent = getSetupIntent(work, id);
  if (secret !== undefined && secret !== intent.client_secret)
    throw missingResource('setupintent', id, 'intent');
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpectedState(intent, 'confirm');
  return confirm(work, intent, chooseMethod(work, intent, method));
}

function cancelIntent({ id, params, work }: Call): SetupIntent {
  const cancellation_reason = params.text('cancellation_reason') ?? null;
  params.done();
  const intent = getSetupIntent(work, id);
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpectedState(intent, 'cancel');
  const canceled = work.put({ ...intent, status: 'canceled', cancellation_reason, next_action: null });
  work.emit('setup_intent.canceled', canceled);
  return canceled;
}

export const setupIntentRoutes = [
  route('POST', '/v1/setup_intents', createIntent),
  listRoute(
    '/v1/setup_intents',
    ({ setupIntents }) => setupIntents,
    ['customer'],
    (params) => {
      const method = params.text('payment_method');
      return ({ payment_method: saved }) => method === undefined || method === saved;
    },
  ),
  route('GET', '/v1/setup_intents/:id', ({ id, work }) => getSetupIntent(work, id)),
  route('POST', '/v1/setup_intents/:id/confirm', confirmIntent, 'browser'),
  route('POST', '/v1/setup_intents/:id/cancel', cancelIntent),
];
