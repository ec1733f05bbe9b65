import { missingResource } from './errors.js';
import type { Customer } from './objects.js';
import type { StripeStore } from './store.js';

/** Throws the provider's `resource_missing` error if the customer does not exist, or was deleted. */
export function getCustomer(store: StripeStore, id: string, param = 'customer'): Customer {
  const customer = store.customers.get(id);
  if (!customer || customer.deleted) throw missingResource('customer', id, param);
  return customer;
}
