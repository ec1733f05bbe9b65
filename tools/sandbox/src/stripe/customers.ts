import { missingResource } from './errors.js';
import { newId, seconds } from './ids.js';
import type { Customer } from './objects.js';
import type { Params } from './params.js';
import { attach } from './payment-methods.js';
import { listOf, readPage, type Route } from './route.js';
import type { StripeStore } from './store.js';

const orNull = (value: string | undefined, current: string | null): string | null =>
  value === undefined ? current : value === '' ? null : value;

export function customerOf(store: StripeStore, id: string, param = 'customer'): Customer {
  const found = store.customers.get(id);
  if (!found) throw missingResource('customer', id, param);
  return found;
}

function readCustomer(params: Params, current: Customer): Customer {
  const settings = params.child('invoice_settings');
  params.ignore('address', 'shipping', 'preferred_locales', 'tax_exempt', 'expand');
  return {
    ...current,
    email: orNull(params.text('email', 512), current.email),
    name: orNull(params.text('name'), current.name),
    phone: orNull(params.text('phone', 20), current.phone),
    description: orNull(params.text('description'), current.description),
    metadata: params.metadata(current.metadata),
    invoice_settings: {
      default_payment_method: orNull(
        settings?.text('default_payment_method'),
        current.invoice_settings.default_payment_method,
      ),
    },
  };
}

const emptyCustomer = (): Customer => ({
  id: newId('cus'),
  object: 'customer',
  created: seconds(),
  ...{ livemode: false, balance: 0, currency: null, delinquent: false },
  email: null,
  name: null,
  phone: null,
  description: null,
  metadata: {},
  invoice_settings: { default_payment_method: null },
});

export const customerRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/customers',
    keys: 'secret',
    run: ({ params, work }) => {
      const paymentMethod = params.text('payment_method');
      const customer = readCustomer(params, emptyCustomer());
      params.done();
      work.put(customer);
      work.emit('customer.created', customer);
      if (paymentMethod !== undefined) attach(work, paymentMethod, customer.id);
      return customer;
    },
  },
  {
    method: 'GET',
    path: '/v1/customers',
    keys: 'secret',
    run: ({ params, work }) => {
      const email = params.text('email');
      const page = work.store.customers.page(
        readPage(params),
        email === undefined ? undefined : `email:${email}`,
      );
      return listOf('/v1/customers', page);
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:id',
    keys: 'secret',
    run: ({ id, work }) => customerOf(work.store, id, 'id'),
  },
  {
    method: 'POST',
    path: '/v1/customers/:id',
    keys: 'secret',
    run: ({ id, params, work }) => {
      const current = work.store.customers.get(id) ?? emptyCustomer();
      const next = readCustomer(params, current);
      params.done();
      customerOf(work.store, id, 'id');
      const chosen = next.invoice_settings.default_payment_method;
      if (chosen !== null && work.store.paymentMethods.get(chosen)?.customer !== id)
        throw missingResource('PaymentMethod', chosen, 'invoice_settings[default_payment_method]');
      work.emit('customer.updated', work.put(next));
      return next;
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    keys: 'secret',
    run: ({ id, params, work }) => {
      customerOf(work.store, id, 'id');
      params.ignore('type');
      const page = work.store.paymentMethods.page(readPage(params), `customer:${id}`);
      return listOf(`/v1/customers/${id}/payment_methods`, page);
    },
  },
];
