import { invalidParameter, invalidState } from './errors.js';
import type { PaymentIntent, PaymentMethod, SetupIntent } from './objects.js';
import type { Params } from './params.js';
import { readPaymentMethod, resolvePaymentMethod } from './payment-methods.js';
import type { UnitOfWork } from './unit-of-work.js';

/** What payment intents and setup intents have in common. */
const nextAction = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'sandbox_authentication' } };

/** The cardholder has to authenticate. */
export const requireAction = ({ id }: PaymentMethod) =>
  ({ status: 'requires_action', payment_method: id, next_action: nextAction }) as const;

type CreateMethod = (work: UnitOfWork) => PaymentMethod;

/** Reads the payment method, given by id or as card fields (`payment_method_data`), if any. */
export function readMethod(params: Params): CreateMethod | undefined {
  const id = params.text('payment_method');
  const data = params.child('payment_method_data');
  if (data) return readPaymentMethod(data);
  return id === undefined || id === '' ? undefined : (work) => resolvePaymentMethod(work, id);
}

/** Returns the method that the caller gave, or else the one that the intent has. @throws StripeApiError if there is none */
export function chooseMethod(
  work: UnitOfWork,
  intent: PaymentIntent | SetupIntent,
  createMethod: CreateMethod | undefined,
): PaymentMethod {
  const { object, payment_method: id } = intent;
  if (createMethod) return createMethod(work);
  if (id !== null) return resolvePaymentMethod(work, id);
  throw invalidState(
    object === 'setup_intent'
      ? "You cannot confirm this SetupIntent because it's missing a payment method."
      : "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.",
    `${object}_unexpected_state`,
    { [object]: intent },
  );
}

/** Reads the parameters that both kinds of intents have. Method types are null if the caller gives none. */
export function readIntent(params: Params) {
  const types = params.list('allowed_payment_method_types');
  if (types.some((type) => type !== 'card'))
    throw invalidParameter('allowed_payment_method_types', 'The sandbox supports cards only.');
  return {
    customer: params.text('customer') ?? null,
    description: params.text('description') ?? null,
    metadata: params.metadata(),
    allowed_payment_method_types: types.length > 0 ? types : null,
  };
}
