import { describe, expect, it } from '@jest/globals';
import { compareSignUps, type ProviderCustomer, type SignUp } from './sign-ups.js';

const signUp: SignUp = {
  email: 'nora@example.com',
  userId: 'user-1',
  accountsCard: 'pm_1',
  billingCard: 'pm_1',
  customerId: 'cus_1',
  cardUsable: true,
};
const customer: ProviderCustomer = { id: 'cus_1', buyerId: 'user-1', email: null, cards: ['pm_1'] };
const faultsOf = (
  changes: Partial<SignUp>,
  customers: readonly ProviderCustomer[] = [customer],
  unknownUsers: readonly object[] = [],
): string[] =>
  compareSignUps([{ ...signUp, ...changes }], unknownUsers, customers, [{ id: 'user-1' }]).map(
    (fault) => (fault as { fault: string }).fault,
  );

describe('compareSignUps', () => {
  it('accepts one user with one customer and one card', () => {
    expect(faultsOf({})).toEqual([]);
  });

  it('reports a second customer at the provider', () => {
    expect(faultsOf({}, [customer, { ...customer, id: 'cus_2', cards: [] }])).toEqual(['2 customers']);
  });

  it('reports a customer at the provider that belongs to nobody', () => {
    const stray = { ...customer, id: 'cus_2', buyerId: 'user-9' };
    expect(faultsOf({}, [customer, stray])).toEqual(['a customer of nobody']);
  });

  it('reports a missing or different customer and a wrong number of cards', () => {
    expect(faultsOf({}, [])).toEqual(["not the provider's customer", '0 cards', "not the provider's card"]);
    expect(faultsOf({ customerId: 'cus_9' })).toEqual(["not the provider's customer"]);
    expect(faultsOf({}, [{ ...customer, cards: ['pm_1', 'pm_2'] }])).toEqual(['2 cards']);
  });

  it('reports services that have another card, or none', () => {
    expect(faultsOf({ accountsCard: null })).toEqual(["not the provider's card"]);
    expect(faultsOf({ billingCard: 'pm_9' })).toEqual(["not the provider's card"]);
    expect(faultsOf({ cardUsable: null })).toEqual(['cannot buy']);
  });

  it('reports a missing user and a user whom nobody signed up', () => {
    expect(faultsOf({ userId: null })).toEqual(['no user']);
    expect(faultsOf({}, [customer], [{ userId: 'user-2' }])).toEqual(['a user whom nobody signed up']);
  });
});
