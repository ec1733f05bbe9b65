import { invalidParameter, missingResource } from './errors.js';
import type { PaymentIntent, PaymentMethod, SetupIntent } from './objects.js';
import type { Params } from './params.js';
import { readPaymentMethod, resolvePaymentMethod } from './payment-methods.js';
import type { Call } from './route.js';
import type { Table } from './table.js';
import type { UnitOfWork } from './unit-of-work.js';

/** What payment intents and setup intents have in common. */
export const nextAction = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'sandbox_authentication' } };

/** Browsers must know the intent's secret. */
export function getIntent<T extends PaymentIntent | SetupIntent>(
  table: Table<T>,
  noun: string,
  id: string,
  call?: Pick<Call, 'caller' | 'params'>,
): T {
  const intent = table.get(id);
  const secret = call?.params.text('client_secret');
  if (!intent || (call?.caller === 'browser' && secret !== intent.client_secret))
    throw missingResource(noun, id, 'intent');
  return intent;
}

type CreateMethod = (work: UnitOfWork) => PaymentMethod;

/** Reads the payment method, given by id or as card fields (`payment_method_data`), if any. */
export function readMethod(params: Params): CreateMethod | undefined {
  const id = params.text('payment_method');
  const data = params.child('payment_method_data');
  if (data) return readPaymentMethod(data);
  return id === undefined || id === '' ? undefined : (work) => resolvePaymentMethod(work, id);
}

/** Returns the method that the caller gave, or else the one that the intent has. */
export const chooseMethod = (
  work: UnitOfWork,
  { payment_method: id }: PaymentIntent | SetupIntent,
  given: CreateMethod | undefined,
): PaymentMethod | undefined => given?.(work) ?? (id === null ? undefined : resolvePaymentMethod(work, id));

/** Returns null if the parameter is not given. */
export function readMethodTypes(params: Params): readonly string[] | null {
  const types = params.list('allowed_payment_method_types');
  if (types.some((type) => type !== 'card'))
    throw invalidParameter('allowed_payment_method_types', 'The sandbox supports cards only.');
  return types.length > 0 ? types : null;
}
