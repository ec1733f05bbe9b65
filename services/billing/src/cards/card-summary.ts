import type { getCard, ResponseOf } from '@desk/contracts';
import type { ProviderCard } from '../provider/saved-card-client.js';
import type { CustomerEntity } from './customer.entity.js';

type CardSummary = NonNullable<ResponseOf<typeof getCard>['card']>;

export const toCardSummary = ({ brand, last4, expMonth, expYear }: ProviderCard): CardSummary => ({
  brand,
  last4,
  expMonth,
  expYear,
});

/** Returns null if no card is on file. */
export function summarizeCardOnFile(customer: CustomerEntity | null): CardSummary | null {
  if (!customer) return null;
  const { cardBrand: brand, cardLast4: last4, cardExpMonth: expMonth, cardExpYear: expYear } = customer;
  if (brand === null || last4 === null || expMonth === null || expYear === null) return null;
  return { brand, last4, expMonth, expYear };
}
