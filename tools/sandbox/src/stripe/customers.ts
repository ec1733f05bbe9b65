import { invalidParameter } from './errors.js';
import { newCustomer, toDeletedCustomer, type Customer } from './objects.js';
import type { Params } from './params.js';
import { detach, getCustomer } from './payment-methods.js';
import {
  listRoute,
  readLimit,
  readPosition,
  route,
  toListObject,
  type Call,
  type ListObject,
} from './route.js';

const textOrNull = (value: string | undefined, current: string | null): string | null =>
  value === undefined ? current : value === '' ? null : value;

/** The provider refuses addresses with characters outside of ASCII, even invisible ones. */
const EMAIL = /^[\x21-\x3F\x41-\x7E]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;

function readEmail(params: Params): string | undefined {
  const email = params.text('email', 512);
  if (email !== undefined && email !== '' && !EMAIL.test(email))
    throw invalidParameter('email', `Invalid email address: ${email}`, 'email_invalid');
  return email;
}

const readCustomer = (params: Params, current: Customer): Customer => ({
  ...current,
  email: textOrNull(readEmail(params), current.email),
  name: textOrNull(params.text('name'), current.name),
  phone: textOrNull(params.text('phone', 20), current.phone),
  metadata: params.metadata(current.metadata),
});

function createCustomer({ params, work }: Call): Customer {
  const customer = readCustomer(params, newCustomer());
  params.done();
  work.put(customer);
  work.emit('customer.created', customer);
  return customer;
}

function updateCustomer({ id, params, work }: Call): Customer {
  const next = readCustomer(params, work.store.customers.get(id) ?? newCustomer());
  params.done();
  getCustomer(work.store, id, 'id');
  work.emit('customer.updated', work.put(next));
  return next;
}

function deleteCustomer({ id, params, work }: Call) {
  params.done();
  const customer = getCustomer(work.store, id, 'id');
  const { data: methods } = work.store.paymentMethods.page({ limit: 100 }, `customer:${id}`);
  for (const method of methods) detach(work, method);
  work.emit('customer.deleted', customer);
  work.put({ ...newCustomer(id), created: customer.created, deleted: true });
  return toDeletedCustomer(id);
}

const CLAUSE = /^\s*metadata\[['"]([^'"]+)['"]\]\s*:\s*(?:'([^']*)'|"([^"]*)")\s*$/;

/**
 * Searches by one value in the metadata. Finds new objects immediately, whereas the provider's search lags by up to a
 * minute.
 */
function searchCustomers({ params, work }: Call): ListObject {
  const query = params.required('query');
  const [, name, value, quoted] = CLAUSE.exec(query) ?? [];
  if (name === undefined)
    throw invalidParameter('query', `We were unable to parse your search query: ${query.slice(0, 100)}`);
  const { data, hasMore } = work.store.customers.page(
    { limit: readLimit(params), startingAfter: params.text('page') },
    `metadata.${name}:${value ?? quoted ?? ''}`,
  );
  const next_page = hasMore ? (data.at(-1)?.id ?? null) : null;
  return { object: 'search_result', url: '/v1/customers/search', has_more: hasMore, data, next_page };
}

export const customerRoutes = [
  route('POST', '/v1/customers', createCustomer),
  listRoute('/v1/customers', ({ customers }) => customers),
  route('GET', '/v1/customers/search', searchCustomers),
  route('GET', '/v1/customers/:id', ({ id, work }) =>
    work.store.customers.get(id)?.deleted ? toDeletedCustomer(id) : getCustomer(work.store, id, 'id'),
  ),
  route('POST', '/v1/customers/:id', updateCustomer),
  route('DELETE', '/v1/customers/:id', deleteCustomer),
  route('GET', '/v1/customers/:id/payment_methods', ({ id, params, work }) => {
    getCustomer(work.store, id, 'id');
    const page = work.store.paymentMethods.page(readPosition(params), `customer:${id}`);
    return toListObject(`/v1/customers/${id}/payment_methods`, page);
  }),
];
