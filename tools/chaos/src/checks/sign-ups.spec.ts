import { describe, expect, it } from '@jest/globals';
import { compareSignUps, type ProviderCustomer, type SignUp } from './sign-ups.js';

const signUp: SignUp = {
  email: 'nora@example.com',
  userId: 'user-1',
  accountsCard: 'pm_1',
  billingCard: 'pm_1',
  customerId: 'cus_1',
  buys: true,
};
const customer: ProviderCustomer = { id: 'cus_1', buyerId: 'user-1', cards: ['pm_1'] };
const faultsOf = (
  changes: Partial<SignUp>,
  customers: readonly ProviderCustomer[] = [customer],
  strangers: readonly object[] = [],
): string[] =>
  compareSignUps([{ ...signUp, ...changes }], strangers, customers).map(
    (fault) => (fault as { fault: string }).fault,
  );

describe('sign-ups', () => {
  it('are whole with one user, one customer and one card', () => {
    expect(faultsOf({})).toEqual([]);
  });

  it('are not when the provider has a second customer of that buyer', () => {
    expect(faultsOf({}, [customer, { ...customer, id: 'cus_2', cards: [] }])).toEqual(['2 customers']);
  });

  it('are not when the provider has none, another one, or another number of cards', () => {
    expect(faultsOf({}, [])).toEqual(["not the provider's customer", '0 cards', "not the provider's card"]);
    expect(faultsOf({ customerId: 'cus_9' })).toEqual(["not the provider's customer"]);
    expect(faultsOf({}, [{ ...customer, cards: ['pm_1', 'pm_2'] }])).toEqual(['2 cards']);
  });

  it('are not when the parts have different cards, or none', () => {
    expect(faultsOf({ accountsCard: null })).toEqual(["not the provider's card"]);
    expect(faultsOf({ billingCard: 'pm_9' })).toEqual(["not the provider's card"]);
    expect(faultsOf({ buys: null })).toEqual(['cannot buy']);
  });

  it('are not without a user, or with one more', () => {
    expect(faultsOf({ userId: null })).toEqual(['no user']);
    expect(faultsOf({}, [customer], [{ userId: 'user-2' }])).toEqual(['a user whom nobody signed up']);
  });
});
