import type { getCard, ResponseOf } from '@desk/contracts';
import type { Customer } from '../database/entities/customer.entity.js';
import type { ProviderCard } from '../provider/saved-cards.js';

type CardSummary = NonNullable<ResponseOf<typeof getCard>['card']>;

export const summaryOf = ({ brand, last4, expMonth, expYear }: ProviderCard): CardSummary => ({
  brand,
  last4,
  expMonth,
  expYear,
});

/** What may be shown of the card on file; null when there is none. */
export function cardOnFile(customer: Customer | null): CardSummary | null {
  if (!customer) return null;
  const { cardBrand: brand, cardLast4: last4, cardExpMonth: expMonth, cardExpYear: expYear } = customer;
  if (brand === null || last4 === null || expMonth === null || expYear === null) return null;
  return { brand, last4, expMonth, expYear };
}
