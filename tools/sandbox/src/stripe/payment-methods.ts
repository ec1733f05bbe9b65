import { cardError, invalidParameter, missingResource, invalidState } from './errors.js';
import {
  newPaymentMethod,
  newSandboxCard,
  nulls,
  type Customer,
  type NewCard,
  type PaymentMethod,
  type SandboxCard,
} from './objects.js';
import type { Params } from './params.js';
import { route, type Call } from './route.js';
import { passesCheckDigit } from '../stripe-js/card-rules.js';
import { type Behavior, cardByAlias, cardByNumber, findBehavior, isAlias } from './test-cards.js';
import type { StripeStore } from './store.js';
import type { UnitOfWork } from './unit-of-work.js';

function create(work: UnitOfWork, newCard: NewCard): PaymentMethod {
  const method = work.put(newPaymentMethod(newCard));
  work.put(newSandboxCard(method.id, newCard.card.behavior));
  return method;
}

const noBilling = nulls('address', 'email', 'name', 'phone');

/** Returns the payment method. A test alias such as `pm_card_visa` creates a new one each time, as at the provider. */
export function resolvePaymentMethod(work: UnitOfWork, id: string, param = 'payment_method'): PaymentMethod {
  if (isAlias(id)) {
    const card = cardByAlias(id);
    if (!card) throw missingResource('PaymentMethod', id, param);
    const expYear = new Date().getUTCFullYear() + 1;
    return create(work, { card, expMonth: 12, expYear, billing: noBilling });
  }
  const method = work.store.paymentMethods.get(id);
  if (!method) throw missingResource('PaymentMethod', id, param);
  return method;
}

export const getSandboxCard = (work: UnitOfWork, paymentMethod: PaymentMethod): SandboxCard =>
  work.store.cards.get(paymentMethod.id) ?? newSandboxCard(paymentMethod.id, 'ok');

export const getBehavior = (work: UnitOfWork, paymentMethod: PaymentMethod): Behavior =>
  findBehavior(getSandboxCard(work, paymentMethod).behavior);

/** Throws the provider's `resource_missing` error if the customer does not exist, or was deleted. */
export function getCustomer(store: StripeStore, id: string, param = 'customer'): Customer {
  const customer = store.customers.get(id);
  if (!customer || customer.deleted) throw missingResource('customer', id, param);
  return customer;
}

/** Saves the card to the customer, unless the issuer declines it. */
export function attach(
  work: UnitOfWork,
  methodId: string,
  customerId: string,
  param = 'payment_method',
): PaymentMethod {
  getCustomer(work.store, customerId);
  const method = resolvePaymentMethod(work, methodId, param);
  if (method.customer === customerId) return method;
  if (method.customer !== null)
    throw invalidState(
      'The payment method you provided has already been attached to a customer.',
      'payment_method_unexpected_state',
    );
  if (getSandboxCard(work, method).usedUp)
    throw invalidState(
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
      'payment_method_unexpected_state',
    );
  const decline = getBehavior(work, method).save;
  if (decline) throw cardError({ ...decline });
  const attached = work.put({ ...method, customer: customerId });
  work.emit('payment_method.attached', attached);
  return attached;
}

/** A detached card can never be attached again. */
export function detach(work: UnitOfWork, method: PaymentMethod): PaymentMethod {
  work.put({ ...getSandboxCard(work, method), usedUp: true });
  const detached = work.put({ ...method, customer: null });
  work.emit('payment_method.detached', detached);
  return detached;
}

function readCard(params: Params): Omit<NewCard, 'billing'> {
  const fields = params.child('card');
  if (!fields) throw invalidParameter('card', 'Missing required param: card.', 'parameter_missing');
  const now = new Date();
  const number = fields.required('number');
  const expMonth = fields.integer('exp_month') ?? 0;
  const expYear = fields.integer('exp_year') ?? 0;
  const cvc = fields.text('cvc');
  const refuse = (param: string, code: string, what: string) =>
    cardError({ code, message: `Your card${what}`, param });
  if (!/^\d{12,19}$/.test(number) || !passesCheckDigit(number))
    throw refuse('number', 'incorrect_number', ' number is incorrect.');
  if (expMonth < 1 || expMonth > 12)
    throw refuse('exp_month', 'invalid_expiry_month', "'s expiration month is invalid.");
  const month = expYear * 12 + expMonth;
  if (month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1 || expYear > now.getUTCFullYear() + 50)
    throw refuse('exp_year', 'invalid_expiry_year', "'s expiration year is invalid.");
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc))
    throw refuse('cvc', 'invalid_cvc', "'s security code is invalid.");
  const card = cardByNumber(number);
  // A number that is not a test card may be real, so it is rejected and never stored.
  if (!card)
    throw cardError({
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message:
        'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    });
  return { card, expMonth, expYear };
}

/** The card form asks for nothing but the ZIP code. */
function readBilling(params: Params): object {
  const postal_code = params.child('billing_details')?.child('address')?.text('postal_code') ?? null;
  return { ...noBilling, address: { ...nulls('city', 'country', 'line1', 'line2', 'state'), postal_code } };
}

/** Reads card fields. Returns a function that creates the payment method once all parameters are checked. */
export function readPaymentMethod(params: Params): (work: UnitOfWork) => PaymentMethod {
  const type = params.required('type');
  if (type !== 'card') throw invalidParameter('type', 'The sandbox supports cards only.');
  const newCard = { ...readCard(params), billing: readBilling(params) };
  return (work) => create(work, newCard);
}

function updateMethod({ id, params, work }: Call): PaymentMethod {
  const fields = params.child('card');
  const month = fields?.integer('exp_month');
  const year = fields?.integer('exp_year');
  params.done();
  const method = resolvePaymentMethod(work, id, 'id');
  const { card } = method;
  const expiry = { exp_month: month ?? card.exp_month, exp_year: year ?? card.exp_year };
  const updated = work.put({ ...method, card: { ...card, ...expiry } });
  work.emit('payment_method.updated', updated);
  return updated;
}

export const paymentMethodRoutes = [
  route('GET', '/v1/payment_methods/:id', ({ id, work }) => resolvePaymentMethod(work, id, 'id')),
  route('POST', '/v1/payment_methods/:id', updateMethod),
  route('POST', '/v1/payment_methods/:id/attach', ({ id, params, work }) => {
    const customer = params.required('customer');
    params.done();
    return attach(work, id, customer, 'id');
  }),
  route('POST', '/v1/payment_methods/:id/detach', ({ id, params, work }) => {
    params.done();
    const method = resolvePaymentMethod(work, id, 'id');
    if (method.customer !== null) return detach(work, method);
    throw invalidState(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
      'payment_method_unexpected_state',
    );
  }),
];
