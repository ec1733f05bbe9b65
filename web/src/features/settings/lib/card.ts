import type { CardOnFile } from '@desk/contracts/billing/billing.http';

export type Card = NonNullable<CardOnFile['card']>;

/** As the provider writes them, and as the cards do. */
const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

export const brandName = (brand: string): string => brands[brand.toLowerCase()] ?? 'Card';

/** '04/2027' */
export const expiryOf = ({ expMonth, expYear }: Pick<Card, 'expMonth' | 'expYear'>): string =>
  `${String(expMonth).padStart(2, '0')}/${expYear}`;

/** `refused`: no lead is bought until a card is saved again. A card is good to the end of its month. */
export type CardState = 'ready' | 'expires-soon' | 'expired' | 'refused';

export function cardStateOf({ card, usable }: CardOnFile, now: Date): CardState {
  if (!usable) return 'refused';
  if (card === null) return 'ready';
  const monthsLeft = (card.expYear - now.getFullYear()) * 12 + card.expMonth - (now.getMonth() + 1);
  if (monthsLeft < 0) return 'expired';
  return monthsLeft === 0 ? 'expires-soon' : 'ready';
}
