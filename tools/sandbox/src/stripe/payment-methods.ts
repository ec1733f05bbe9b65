import { createHash } from 'node:crypto';
import { cardError, invalidParameter, missingResource, notAllowedNow } from './errors.js';
import { newId, seconds } from './ids.js';
import { customerOf } from './customers.js';
import type { PaymentMethod, SandboxCard } from './objects.js';
import type { Params } from './params.js';
import { listOf, readPage, type Route } from './route.js';
import {
  behaviourOf,
  cardByAlias,
  cardByNumber,
  isAlias,
  passesCheckDigit,
  type Behaviour,
  type TestCard,
} from './test-cards.js';
import type { UnitOfWork } from './unit-of-work.js';

interface Given {
  readonly card: TestCard;
  readonly expMonth: number;
  readonly expYear: number;
  readonly billing: object;
}

const emptyBilling = { address: null, email: null, name: null, phone: null };

function create(work: UnitOfWork, given: Given): PaymentMethod {
  const { card } = given;
  const id = newId('pm');
  work.put({
    id,
    object: 'sandbox.card',
    created: seconds(),
    behaviour: card.behaviour,
    setUpOffSession: false,
    usedUp: false,
  });
  return work.put({
    id,
    object: 'payment_method',
    created: seconds(),
    ...{ livemode: false, allow_redisplay: 'unspecified' },
    type: 'card',
    billing_details: given.billing,
    card: {
      brand: card.brand,
      ...{ display_brand: card.brand, checks: { cvc_check: 'pass' }, wallet: null },
      country: 'US',
      exp_month: given.expMonth,
      exp_year: given.expYear,
      fingerprint: createHash('sha256').update(card.number).digest('hex').slice(0, 16),
      funding: card.funding,
      last4: card.number.slice(-4),
    },
    customer: null,
    metadata: {},
  });
}

/** The payment method named; each use of a test alias makes a new one, as the provider does. */
export function paymentMethodOf(work: UnitOfWork, id: string, param = 'payment_method'): PaymentMethod {
  if (isAlias(id)) {
    const card = cardByAlias(id);
    if (!card) throw missingResource('PaymentMethod', id, param);
    const expYear = new Date().getUTCFullYear() + 1;
    return create(work, { card, expMonth: 12, expYear, billing: emptyBilling });
  }
  const found = work.store.paymentMethods.get(id);
  if (!found) throw missingResource('PaymentMethod', id, param);
  return found;
}

export const sandboxCardOf = (work: UnitOfWork, paymentMethod: PaymentMethod): SandboxCard =>
  work.store.cards.get(paymentMethod.id) ?? {
    id: paymentMethod.id,
    object: 'sandbox.card',
    created: paymentMethod.created,
    behaviour: 'ok',
    setUpOffSession: false,
    usedUp: false,
  };

export const behaviourOfMethod = (work: UnitOfWork, paymentMethod: PaymentMethod): Behaviour =>
  behaviourOf(sandboxCardOf(work, paymentMethod).behaviour);

/** Saves the card to the customer; a card that the issuer refuses is not saved. */
export function attach(
  work: UnitOfWork,
  methodId: string,
  customerId: string,
  param = 'payment_method',
): PaymentMethod {
  customerOf(work.store, customerId);
  const method = paymentMethodOf(work, methodId, param);
  if (method.customer === customerId) return method;
  if (method.customer !== null)
    throw notAllowedNow(
      'The payment method you provided has already been attached to a customer.',
      'payment_method_unexpected_state',
    );
  if (sandboxCardOf(work, method).usedUp)
    throw notAllowedNow(
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
      'payment_method_unexpected_state',
    );
  const decline = behaviourOfMethod(work, method).save;
  if (decline) throw cardError({ ...decline });
  const attached = work.put({ ...method, customer: customerId });
  work.emit('payment_method.attached', attached);
  return attached;
}

function readCard(params: Params): Omit<Given, 'billing'> {
  const fields = params.child('card');
  if (!fields) throw invalidParameter('card', 'Missing required param: card.', 'parameter_missing');
  fields.ignore('networks');
  const token = fields.text('token');
  const now = new Date();
  if (token !== undefined) {
    const card = cardByAlias(token);
    if (!card) throw missingResource('token', token, 'card[token]');
    return { card, expMonth: 12, expYear: now.getUTCFullYear() + 1 };
  }
  const number = fields.required('number').replaceAll(/[\s-]/g, '');
  const expMonth = fields.integer('exp_month') ?? 0;
  const givenYear = fields.integer('exp_year') ?? 0;
  const expYear = givenYear < 100 ? givenYear + 2_000 : givenYear;
  const cvc = fields.text('cvc');
  if (!/^\d{12,19}$/.test(number) || !passesCheckDigit(number))
    throw cardError({ code: 'incorrect_number', message: 'Your card number is incorrect.', param: 'number' });
  if (expMonth < 1 || expMonth > 12)
    throw cardError({
      code: 'invalid_expiry_month',
      message: "Your card's expiration month is invalid.",
      param: 'exp_month',
    });
  const month = expYear * 12 + expMonth;
  if (month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1 || expYear > now.getUTCFullYear() + 50)
    throw cardError({
      code: 'invalid_expiry_year',
      message: "Your card's expiration year is invalid.",
      param: 'exp_year',
    });
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc))
    throw cardError({ code: 'invalid_cvc', message: "Your card's security code is invalid.", param: 'cvc' });
  const card = cardByNumber(number);
  // A number that is no test card may be somebody's: it is refused and kept nowhere.
  if (!card)
    throw cardError({
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message:
        'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    });
  return { card, expMonth, expYear };
}

function readBilling(params: Params): object {
  const fields = params.child('billing_details');
  const address = fields?.child('address');
  const part = (from: Params | undefined, key: string): string | null => from?.text(key) ?? null;
  return {
    address: {
      city: part(address, 'city'),
      country: part(address, 'country'),
      line1: part(address, 'line1'),
      line2: part(address, 'line2'),
      postal_code: part(address, 'postal_code'),
      state: part(address, 'state'),
    },
    email: part(fields, 'email'),
    name: part(fields, 'name'),
    phone: part(fields, 'phone'),
  };
}

/** Reads the fields of a card and answers how to make the payment method once all parameters are checked. */
export function readPaymentMethod(params: Params): (work: UnitOfWork) => PaymentMethod {
  const type = params.required('type');
  if (type !== 'card') throw invalidParameter('type', 'The sandbox knows cards only.');
  const metadata = params.metadata();
  const billing = readBilling(params);
  params.ignore('allow_redisplay');
  const given = { ...readCard(params), billing };
  return (work) => {
    const method = create(work, given);
    return Object.keys(metadata).length === 0 ? method : work.put({ ...method, metadata });
  };
}

export const paymentMethodRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/payment_methods',
    keys: 'browser',
    run: ({ params, work }) => {
      const make = readPaymentMethod(params);
      params.done();
      return make(work);
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_methods',
    keys: 'secret',
    run: ({ params, work }) => {
      const customer = params.text('customer');
      params.ignore('type');
      const key = customer === undefined ? undefined : `customer:${customer}`;
      return listOf('/v1/payment_methods', work.store.paymentMethods.page(readPage(params), key));
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    keys: 'secret',
    run: ({ id, work }) => paymentMethodOf(work, id, 'id'),
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    keys: 'secret',
    run: ({ id, params, work }) => {
      const customer = params.required('customer');
      params.done();
      return attach(work, id, customer, 'id');
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    keys: 'secret',
    run: ({ id, params, work }) => {
      params.done();
      const method = paymentMethodOf(work, id, 'id');
      if (method.customer === null)
        throw notAllowedNow(
          'The payment method you provided is not attached to a customer so detachment is impossible.',
          'payment_method_unexpected_state',
        );
      work.put({ ...sandboxCardOf(work, method), usedUp: true });
      const detached = work.put({ ...method, customer: null });
      work.emit('payment_method.detached', detached);
      return detached;
    },
  },
];
