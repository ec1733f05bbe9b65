import { invalidParameter, missingResource } from './errors.js';
import { newId, seconds } from '../ids.js';
import type { Customer } from './objects.js';
import type { Params } from './params.js';
import { attach, detach, getCustomer } from './payment-methods.js';
import { listRoute, readPosition, type Route, toListObject } from './route.js';
import { searchCustomers } from './search.js';

const textOrNull = (value: string | undefined, current: string | null): string | null =>
  value === undefined ? current : value === '' ? null : value;

/** The provider refuses addresses with characters outside of ASCII, also with invisible ones. */
const EMAIL = /^[\x21-\x3F\x41-\x7E]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;

function readEmail(params: Params): string | undefined {
  const email = params.text('email', 512);
  if (email !== undefined && email !== '' && !EMAIL.test(email))
    throw invalidParameter('email', `Invalid email address: ${email}`, 'email_invalid');
  return email;
}

function readCustomer(params: Params, current: Customer): Customer {
  const settings = params.child('invoice_settings');
  params.ignore('address', 'shipping', 'preferred_locales', 'tax_exempt', 'expand');
  return {
    ...current,
    email: textOrNull(readEmail(params), current.email),
    name: textOrNull(params.text('name'), current.name),
    phone: textOrNull(params.text('phone', 20), current.phone),
    description: textOrNull(params.text('description'), current.description),
    metadata: params.metadata(current.metadata),
    invoice_settings: {
      default_payment_method: textOrNull(
        settings?.text('default_payment_method'),
        current.invoice_settings.default_payment_method,
      ),
    },
  };
}

const newCustomer = (): Customer => ({
  id: newId('cus'),
  object: 'customer',
  created: seconds(),
  ...{ livemode: false, balance: 0, currency: null, delinquent: false },
  ...{ email: null, name: null, phone: null, description: null, metadata: {} },
  invoice_settings: { default_payment_method: null },
});

export const customerRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/customers',
    keys: 'secret',
    run: ({ params, work }) => {
      const paymentMethod = params.text('payment_method');
      const customer = readCustomer(params, newCustomer());
      params.done();
      work.put(customer);
      work.emit('customer.created', customer);
      if (paymentMethod !== undefined) attach(work, paymentMethod, customer.id);
      return customer;
    },
  },
  listRoute('/v1/customers', ({ customers }) => customers, ['email']),
  { method: 'GET', path: '/v1/customers/search', keys: 'secret', run: searchCustomers },
  {
    method: 'GET',
    path: '/v1/customers/:id',
    keys: 'secret',
    run: ({ id, work }) => {
      const customer = work.store.customers.get(id);
      return customer?.deleted ? customer : getCustomer(work.store, id, 'id');
    },
  },
  {
    method: 'DELETE',
    path: '/v1/customers/:id',
    keys: 'secret',
    run: ({ id, params, work }) => {
      params.done();
      const customer = getCustomer(work.store, id, 'id');
      const { data: methods } = work.store.paymentMethods.page({ limit: 100 }, `customer:${id}`);
      for (const method of methods) detach(work, method);
      work.emit('customer.deleted', customer);
      return work.put({ ...newCustomer(), id, created: customer.created, deleted: true });
    },
  },
  {
    method: 'POST',
    path: '/v1/customers/:id',
    keys: 'secret',
    run: ({ id, params, work }) => {
      const current = work.store.customers.get(id) ?? newCustomer();
      const next = readCustomer(params, current);
      params.done();
      getCustomer(work.store, id, 'id');
      const defaultMethod = next.invoice_settings.default_payment_method;
      if (defaultMethod !== null && work.store.paymentMethods.get(defaultMethod)?.customer !== id)
        throw missingResource('PaymentMethod', defaultMethod, 'invoice_settings[default_payment_method]');
      work.emit('customer.updated', work.put(next));
      return next;
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    keys: 'secret',
    run: ({ id, params, work }) => {
      getCustomer(work.store, id, 'id');
      params.ignore('type');
      const page = work.store.paymentMethods.page(readPosition(params), `customer:${id}`);
      return toListObject(`/v1/customers/${id}/payment_methods`, page);
    },
  },
];
